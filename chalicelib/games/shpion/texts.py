"""Titles and details of the game's own refusals, in the languages of the API."""

TEXTS = {
    "es": {
        "bot_needs_ready_question": (
            "Los bots solo entienden preguntas preparadas",
            "A un bot solo se le puede hacer una pregunta de la lista del tema. "
            "Elige una de ellas o pregunta a otra persona.",
        ),
    },
    "en": {
        "bot_needs_ready_question": (
            "Bots understand ready-made questions only",
            "A bot can only be asked a question from the list of the theme. "
            "Choose one of them, or ask somebody else.",
        ),
    },
    "ru": {
        "bot_needs_ready_question": (
            "Боты понимают только готовые вопросы",
            "Боту можно задать только вопрос из списка темы. "
            "Выберите один из них или спросите кого-нибудь другого.",
        ),
    },
}
