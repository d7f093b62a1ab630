"""The forms of a word that are made when its deck is built."""

import pytest

from chalicelib.decks.forms import diminutives, english_number, forms, number, number_and_gender


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("mesa", ["mesas"]),
        ("mesas", ["mesa"]),
        ("pez", ["peces"]),
        ("peces", ["pez"]),
        ("árbol", ["árboles"]),
        ("camiones", ["camion"]),
        ("autobús", ["autobúses"]),
        ("mes", ["meses"]),
        ("rey", ["reyes"]),
        ("reyes", ["rey"]),
        ("club", ["clubs", "clubes"]),
        ("sofá", ["sofás"]),
        ("esquí", ["esquís", "esquíes"]),
        ("tijeras", ["tijera"]),
        ("ojos", ["ojo"]),
    ],
)
def test_a_spanish_word_has_its_other_number(word: str, others: list[str]):
    assert {word, *others} <= set(number(word))


@pytest.mark.parametrize(
    ("word", "another"), [("gas", "ga"), ("parís", "parí"), ("bus", "bu"), ("mes", "me")]
)
def test_an_s_that_is_no_plural_stays(word: str, another: str):
    assert another not in set(number(word))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("perro", "perras"),
        ("enfermera", "enfermeros"),
        ("profesora", "profesores"),
        ("león", "leona"),
        ("pintor", "pintoras"),
        ("elefante", "elefanta"),
        ("actor", "actrices"),
        ("reina", "reyes"),
        ("príncipe", "princesa"),
        ("tigre", "tigresas"),
        ("duque", "duquesa"),
    ],
)
def test_a_living_being_has_its_other_gender(one: str, other: str):
    assert other in set(number_and_gender(one))


@pytest.mark.parametrize(
    ("word", "small"),
    [
        ("gato", "gatito"),
        ("mesas", "mesitas"),
        ("vaca", "vaquita"),
        ("taza", "tacita"),
        ("amigo", "amiguito"),
        ("agua", "agüita"),
        ("coche", "cochecito"),
        ("café", "cafecito"),
        ("árbol", "arbolito"),
        ("camión", "camioncito"),
        ("flor", "florecita"),
        ("pan", "panecito"),
        ("pez", "pececito"),
        ("lápiz", "lapicito"),
    ],
)
def test_a_spanish_word_has_small_ones(word: str, small: str):
    assert small in set(diminutives(word))


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("dog", "dogs"),
        ("beach", "beaches"),
        ("box", "boxes"),
        ("tomato", "tomatoes"),
        ("city", "cities"),
        ("monkey", "monkeys"),
        ("fireman", "firemen"),
        ("tooth", "teeth"),
        ("mouse", "mice"),
        ("knife", "knives"),
        ("leaf", "leaves"),
    ],
)
def test_an_english_word_has_its_other_number(one: str, many: str):
    assert many in set(english_number(one))
    assert one in set(english_number(many))


def test_of_several_words_every_one_is_inflected_and_the_small_ones_carry_nothing():
    made = forms("Perro de las praderas", ["prairie dog"])

    assert {"perros praderas", "perro pradera", "perrodelaspraderas", "prairie dogs"} <= set(made.blocked)


def test_a_word_twice_over_is_one_word():
    made = forms("Cha-cha-chá", ["cha-cha"])

    assert {"chachacha", "chacha"} <= set(made.blocked)
    assert "cha" not in made.blocked


def test_a_form_typed_without_its_tilde_counts_unless_it_is_another_word():
    assert "arana" in forms("Araña", ["spider"]).blocked
    assert not {"una", "unas"} & set(forms("Uña", ["nail"]).blocked)
    assert not {"mono", "monos"} & set(forms("Moño", ["bun"]).blocked)


def test_an_exact_word_keeps_its_accents_in_clues_and_not_in_guesses():
    made = forms("Té", ["tea"], exact=True)

    assert "té" in made.blocked and "te" not in made.blocked
    assert "te" in made.accepted


def test_another_name_that_is_an_ordinary_word_is_set_apart_and_guesses_all_the_same():
    van, sock = forms("Furgoneta", ["van"]), forms("Calcetín", ["sock"], ["medias"])

    assert (van.alone, sock.alone) == (("van",), ("media",))
    assert {"vans"} <= set(van.blocked) and {"medias"} <= set(sock.blocked)
    assert "van" in van.accepted and "media" in sock.accepted


def test_a_name_that_is_an_ordinary_word_is_not_set_apart_for_the_lint_to_find():
    assert {"sobre", "sobres"} <= set(forms("Sobre", ["envelope"]).blocked)


def test_what_would_tell_the_word_is_kept_from_clues_and_guesses_nothing():
    made = forms("Panadero", ["baker"], telling=["panadería"])

    assert {"panaderia", "panaderias"} <= set(made.blocked)
    assert not {"panaderia", "panaderias"} & set(made.accepted)


def test_what_grammar_would_make_of_it_is_not_kept_if_it_is_another_word():
    assert not {"pata", "patas"} & {*(made := forms("Pato", ["duck"], animate=True)).blocked, *made.accepted}
    assert {"pata", "patas"} <= set(forms("Pata", ["paw"]).blocked)
