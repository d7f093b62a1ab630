"""Titles and details of the game's own refusals, in the languages of the API."""

TEXTS = {
    "es": {
        "clue_contains_word": (
            "La pista contiene la palabra",
            "La pista no puede contener la palabra secreta, ni en español ni en inglés. "
            "Hay que dar otra; nadie más ha visto esta.",
        ),
        "message_contains_word": (
            "El mensaje contiene la palabra",
            "Mientras se juega una palabra, no puede escribirse en el chat, ni en español ni en inglés. "
            "Nadie más ha visto este mensaje.",
        ),
    },
    "en": {
        "clue_contains_word": (
            "The clue contains the word",
            "A clue must not contain the secret word, in Spanish or in English. "
            "Give another one; nobody else has seen this.",
        ),
        "message_contains_word": (
            "The message contains the word",
            "While a word is being played, it must not be written in the chat, in Spanish or in English. "
            "Nobody else has seen this message.",
        ),
    },
    "ru": {
        "clue_contains_word": (
            "В подсказке есть загаданное слово",
            "В подсказке не должно быть загаданного слова ни по-испански, ни по-английски. "
            "Придумайте другую: эту никто, кроме вас, не видел.",
        ),
        "message_contains_word": (
            "В сообщении есть загаданное слово",
            "Пока слово в игре, его нельзя писать в чате ни по-испански, ни по-английски. "
            "Это сообщение никто, кроме вас, не видел.",
        ),
    },
}
