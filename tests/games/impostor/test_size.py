"""What the fullest room of the game weighs, after an evening of forty words."""

from chalicelib.adapters.codec import Codec
from chalicelib.adapters.presenter import LibraryPresenter
from chalicelib.games.registry import RULESETS
from infra.bench.fullest import LIBRARY, NOW
from infra.bench.fullest_word import PLAYERS, fullest_room

KILOBYTE = 1024


def test_the_document_of_sixteen_after_forty_words_stays_below_ten_kilobytes():
    room = fullest_room()

    assert len(room.state.public.table.seated) == 16 and room.state.public.table.dealt == 41
    assert len(Codec(RULESETS).dump_document("impostor", room.document)) <= 10 * KILOBYTE


def test_a_view_of_it_stays_below_sixteen_kilobytes():
    presenter = LibraryPresenter(
        RULESETS, LIBRARY, "https://play.example/{code}", lambda locale, why: str(why)
    )

    assert max(map(len, presenter.views(fullest_room(), PLAYERS, NOW).values())) <= 16 * KILOBYTE
