"""Titles and details of the game's own refusals, in the languages of the API."""

TEXTS = {
    "es": {
        "two_spies_need_seven": (
            "Falta gente para dos espías",
            "Con dos espías hacen falta al menos siete personas en la sala. "
            "Se puede invitar a más o bajar a uno el número de espías.",
        ),
    },
    "en": {
        "two_spies_need_seven": (
            "Too few players for two spies",
            "Two spies need at least seven people in the room. "
            "Invite more, or set the number of spies to one.",
        ),
    },
    "ru": {
        "two_spies_need_seven": (
            "Для двух шпионов мало игроков",
            "Для двух шпионов в комнате нужно не меньше семи человек. "
            "Пригласите ещё кого-нибудь или оставьте одного шпиона.",
        ),
    },
}
