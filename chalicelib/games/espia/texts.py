"""Titles and details of the game's own refusals, in the languages of the API."""

TEXTS = {
    "es": {
        "two_spies_need_seven": (
            "Falta gente para dos espías",
            "Con dos espías hacen falta al menos siete personas en la sala. "
            "Se puede invitar a más o bajar a uno el número de espías.",
        ),
        "spy_only": (
            "Solo para espías",
            "Esto solo puede hacerlo quien tiene la carta de espía. "
            "El resto trata de descubrir quién es con preguntas y acusaciones.",
        ),
    },
    "en": {
        "two_spies_need_seven": (
            "Too few players for two spies",
            "Two spies need at least seven people in the room. "
            "Invite more, or set the number of spies to one.",
        ),
        "spy_only": (
            "For spies only",
            "Only whoever holds a spy card can do this. "
            "The rest look for the spy with questions and accusations.",
        ),
    },
    "ru": {
        "two_spies_need_seven": (
            "Для двух шпионов мало игроков",
            "Для двух шпионов в комнате нужно не меньше семи человек. "
            "Пригласите ещё кого-нибудь или оставьте одного шпиона.",
        ),
        "spy_only": (
            "Только для шпиона",
            "Это может сделать только тот, у кого карточка шпиона. "
            "Остальные ищут шпиона с помощью вопросов и обвинений.",
        ),
    },
}
