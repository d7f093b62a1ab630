"""What a deck for all ages does not mention: alcohol, nightlife, gambling, drugs, sex, violence."""

import re

from chalicelib.core.text import words

# Beginnings of words, and whole words or phrases, as folded. Words with an innocent second meaning stand here
# too (a cup, the hold of a ship): an editor allows those that are meant.
_STEMS = {
    "es": (
        "aguardient alcohol apost apuest asesin bodeg borrach brandy burdel cabare casin cerve champan"
        " champañ chupit cocain coctel cognac croupier crupier degoll desnud destileri discotec drogad"
        " embriag erotic escopet estriptis fusil gigolo ginebr heroinom homicid licor marihuan masacr"
        " metrallet mezcal mojit narco navaj nudis pistol poker porno prostibul prostitu puñal resac"
        " sadomaso sangri sexual sexy sicari sidr stript suicid sumiller tabern tequil tortur tragaperr vermu"
        " vinater vinicol viñed vodka whisk"
    ),
    "ru": (
        "алкогол бармен бордел букмекер виски винодел водочн казино кокаин коктейл коньяк крупье ликер"
        " марихуан маньяк наркот опьян палач порно портвейн проститут пьян самогон самоубий секс стриптиз"
        " текил убийств убийц шампанск эрот"
    ),
}
_WHOLE = {
    "es": (
        "arma|armas|bar|bares|barman|bartender|cava|cavas|club nocturno|copa|copas|droga|"
        "drogas|enologa|enologo|gin|gogo|guisqui|heroina|nightclub|pisco|ponche|poquer|"
        "porro|porros|pub|pubs|ron|rones|ruleta|sexo|trago|tragos|vino|vinos"
    ),
    "ru": (
        "бар|бара|баре|бары|вина|вино|вином|водка|водки|водкой|водку|героин|героина|героином|джин|джина|паб|паба|пабе"
        "|пива|пивная|пивной|пиво|пивом|покер|покера|ром|ромом|рулетка|рулетки|рулетку|рюмочная"
    ),
}
_FORBIDDEN = {
    locale: re.compile(rf"\b(?:(?:{'|'.join(stems.split())})\w*|{_WHOLE[locale]})\b")
    for locale, stems in _STEMS.items()
}


def forbidden(text: str, locale: str) -> list[str]:
    """The words of a text that a deck for all ages may not have, as folded."""
    return _FORBIDDEN[locale].findall(" ".join(words(text)))
