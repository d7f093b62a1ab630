"""Titles and details of the game's own refusals, in the languages of the API."""

TEXTS = {
    "es": {
        "two_spies_need_seven": (
            "Faltan jugadores para dos espías",
            "Con dos espías hacen falta al menos siete personas en la sala.",
        ),
        "spy_only": ("Solo para espías", "Solo quien es espía puede hacer esto."),
    },
    "en": {
        "two_spies_need_seven": (
            "Too few players for two spies",
            "Two spies need a table of at least seven.",
        ),
        "spy_only": ("For spies only", "Only a spy may do this."),
    },
    "ru": {
        "two_spies_need_seven": (
            "Для двух шпионов мало игроков",
            "Два шпиона возможны, когда за столом не меньше семи человек.",
        ),
        "spy_only": ("Только для шпиона", "Это может сделать только шпион."),
    },
}
