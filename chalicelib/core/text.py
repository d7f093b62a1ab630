"""How text is compared: without case, accents and width, but never mistaking one letter for another."""

import re
import unicodedata

# Marks that make another letter, not an accented one: ñ is not n, й is not и.
_LETTERS_OF_THEIR_OWN = {("n", "\u0303"), ("и", "\u0306")}
_DIACRITICS = range(0x0300, 0x0370)
# Drawn as nothing or as a blank, though Unicode does not count them as format characters or spaces.
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_DISTURBING = dict.fromkeys(
    # controls, marks of direction, and other format characters but for the two joiners
    [
        *(0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF, *range(0x20), *range(0x7F, 0xA0)),
        *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xD800, 0xE000), *range(0xFFF9, 0xFFFC)),
    ]
)
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_WORD = re.compile(r"[^\W_]+")
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CAPITAL_LOOK_ALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and Coptic letters that look like Latin ones only while they are capitals, …
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅЗІЈКМНОРСТУХՕՍԼՏⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ"
    # … Lisu and Cherokee ones, …
    "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃᏔᎥ"
    # … and letters in squares, circles and flags
    + "".join(chr(first + n) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for n in range(26)),
    "ABEZHIKMNOPTYXABES3IJKMHOPCTYXOULSABEHIKMNOPCTYX"
    "ABCDEFGHIJKLMNOPRSTUVWXYZABCDEGHJKLMPRSTVWYZWI" + _LATIN * 4,
)
_LOOK_ALIKES = str.maketrans(
    # and those that a phone draws like Latin ones after case folding too
    "аеорсухіјѕһԁԛԝкмтвнгαβεικνορτυχμηıøŧđħłɑɩəօոսհցյⲁⲓⲕⲙⲛⲟⲣⲥⲧⲭᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃᏔᎥ"
    # … and small ones, digits and signs that few can read, but for letters that their own script tells apart
    # (UTS #39, confusables), …
    "ƨϩᒿꙅꛯꝛȝɜʒӡⳍꝫ𑣊𖼻𝈆Ꮞ𑣏𑣛Ꮾⳓ𑣕𐓺𑣆𝈒ȣ৪੪ଃ𐌚৭੧୨൭ⳋꝯᗅ⍺𐊠𖽀ƅꞵ𐊂𐊡𐌁𐊢𐌂𐐽𐔜𑣩𑣲🝌ꓒ℮⋿ⴹꬲ𐊆𑣎ϝքᖴẝꞙꬵ𐊇𐊥𐔥𑣂𝈓ƍɡԍᶃᕼ𐋏⍳𑣃ʝϳᒍᛕ𐔘ǀӏ۱ᒪᛁ∣⏽│"
    "ⳑⵏ𐊊𐌉𐌠𐑃𐔦𑣒𝈪ᗰᛖ𐊰𐌑𐔓۵०০੦૦ଠ୦௦ం౦ಂ೦൦ං๐໐ဝ၀ჿዐᴑⵔ〇ꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣠ᑭ⍴𐊕ⵕᖇᴦⲅꭇꭈ𐓜𖼵𝈖ƽ𐊖𐑈𑣁𖼺⊤⟙𐊗𐊱𐌕𖼊🝨ʋሀᑌ∪⋃ꞟꭎꭒ𐓶𑣘𖽂ѵ۷ᐯ∨⋁ⴸꛟ𐔝𑜆𑣀"
    "𖼈𝈍ɯա𑣦𑣯×᙭᙮ᚷ╳⤫⤬⨯ⵝꭓ𐊐𐊴𐌗𐌢𐔧𑣬ɣყᶌỿꭚ𐊲𑣜𖽃𐋵𑣥"
    # … and Japanese syllables like Chinese signs
    "ロカニハタエトーヘリオチムヌ",
    "aeopcyxijshdqwkmtbhrabeikvoptuxmniotdhlaieonuhgjaikmnopctxabcdefghijklmnoprstuvwyzabcdeghjklmprstvwyzwi"
    "22222233333333344566677788888999999aaaabbbbbcccccccdeeeeeefffffffffffgggghhiijjjkkllllllll"
    "lllllllllmmmmnooooooooooooooooooooooooooooooopppqrrrrrrrrssssstttttttuuuuuuuuuuuvvvvvvvvvv"
    "vvwwwwxxxxxxxxxxxxxxxxyyyyyyyyzz"
    "口力二八夕工卜一へり才千厶又",
)


def fold(text: str) -> str:
    """The key under which spellings count as equal, whatever their case, accents and width; ñ ≠ n, й ≠ и."""
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold()):
        if ord(char) in _DIACRITICS:
            if (base, char) in _LETTERS_OF_THEIR_OWN:
                kept.append(char)
        elif not is_invisible(char):
            kept.append(char)
            base = char
    return unicodedata.normalize("NFC", "".join(kept))


def words(text: str) -> tuple[str, ...]:
    """The folded words of a text, without punctuation."""
    return tuple(_WORD.findall(fold(text)))


def tidy(text: str) -> str:
    """The text as it is kept and shown: composed, words a blank apart, without what only disturbs a screen.

    Joiners stay, which emoji are made with; words of which nothing is to be seen go.
    """
    kept = (word.translate(_DISTURBING) for word in text.split())
    seen = " ".join(word for word in kept if not all(map(is_invisible, word)))
    return unicodedata.normalize("NFC", seen)


def as_latin(text: str) -> str:
    """The text in small letters, look-alikes of other scripts as Latin, marks apart from their letters."""
    latin = unicodedata.normalize("NFKD", text).translate(_CAPITAL_LOOK_ALIKES)
    folded = unicodedata.normalize("NFKC", latin).casefold()
    return unicodedata.normalize("NFKD", folded).casefold().translate(_LOOK_ALIKES)


def as_drawn(text: str) -> str:
    """The text with look-alikes of other scripts as Latin, capitals as capitals, marks apart from letters."""
    return unicodedata.normalize("NFKD", text).translate(_CAPITAL_LOOK_ALIKES).translate(_LOOK_ALIKES)


def is_invisible(char: str) -> bool:
    """Whether a character leaves nothing to see: controls, joiners, direction marks, blank fillers."""
    return (
        unicodedata.category(char) in _UNSEEN
        or char in _BLANKS
        or "\ufe00" <= char <= "\ufe0f"
        or "\U000e0100" <= char <= "\U000e01ef"
    )


def scripts(text: str) -> frozenset[str]:
    """The scripts of a text's letters, as Unicode names them: `LATIN`, `CYRILLIC`, `GREEK`."""
    letters = (char for char in unicodedata.normalize("NFKC", text) if char.isalpha())
    return frozenset(unicodedata.name(char, "UNKNOWN").partition(" ")[0] for char in letters)
