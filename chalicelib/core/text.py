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
_RARE_LOOK_ALIKES = (
    # Letters, digits and signs that few can read, and what Unicode pairs them with (UTS #39, confusables).
    "ƧᒿꛯꝚƷȜꝪꞫ𑣊𖼻𝈆𑢯Ƽ𑢻𑣕𐓒𑣆𝈒Ȣȣ৪੪ଃ𐌚৭੧୨൭Ꝯ𑢬𑣌𑣖ᗅ𐊠𖽀⍺ᗷꞴ𐊂𐊡𐌁Ƅᑲᖯ𐊢𐌂𐐕𐔜𑣩𑣲🝌𐐽ᗞᗪᑯ⋿ⴹ𐊆𑢦𑢮℮ꬲϜᖴꞘ𐊇𐊥𐔥𑢢𑣂𝈓ẝꞙꬵƍɡᶃᕼ𐋏⍳"
    "𑣃ᒍꞲᛕ𐔘ᒪ𐐛𐔦𑢣𑢲𖼖𝈪ƖǀӀӏ۱ᛁ∣⏽│ⵏ𐊊𐌉𐌠𖼨ᗰᛖ𐊰𐌑𐔓০ଠ୦ዐⵔ〇𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠۵०੦૦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿᴑꬽ𐐬𐓪𑣈𑣗ᑭ𐊕⍴ⵕᖇ𐒴𖼵𝈖ꭇꭈ𐊖"
    "𐐠𖼺ƽ𐑈𑣁⊤⟙𐊗𐊱𐌕𑢼𖼊🝨ሀᑌ∪⋃𐓎𑢸𖽂ʋꞟꭎꭒ𐓶𑣘۷ᐯⴸꛟ𐔝𑢠𖼈𝈍∨⋁𑜆𑣀𑣦𑣯ɯ𑜊𑜎𑜏᙭ᚷ╳ⵝꞳ𐊐𐊴𐌗𐌢𐔧𑣬×ᕁᕽ᙮⤫⤬⨯𐊲𑢤𖽃ɣყᶌỿꭚ𑣜𐋵𑢩𑣥𑣄",
    "22223333333455677788888899999999AAAaBBBBBbbbCCCCCCCcDDdEEEEEeeFFFFFFFFFfffgggHHi"
    "iJJKKLLLLLLLllllllllllllllMMMMNOOOOOOOOOOOOOOooooooooooooooooooooooooPPpQRRRRrrS"
    "SSsssTTTTTTTTUUUUUUUuuuuuuVVVVVVVVvvvvWWwwwwXXXXXXXXXXXxxxxxxxYYYyyyyyyZZZz",
)
_CAPITAL_LOOK_ALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and Coptic letters that look like Latin ones only while they are capitals, …
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅЗІЈКМНОРСТУХՕՍԼՏⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ"
    # … Lisu and Cherokee ones, …
    "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃᏔᎥ"
    # … and letters in squares, circles and flags
    + "".join(chr(first + n) for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6) for n in range(26))
    + _RARE_LOOK_ALIKES[0],
    "ABEZHIKMNOPTYXABES3IJKMHOPCTYXOULSABEHIKMNOPCTYX"
    "ABCDEFGHIJKLMNOPRSTUVWXYZABCDEGHJKLMPRSTVWYZWI" + _LATIN * 4 + _RARE_LOOK_ALIKES[1],
)
_LOOK_ALIKES = str.maketrans(
    # and those that a phone draws like Latin ones after case folding too
    "аеорсухіјѕһԁԛԝкмтвнгαβεικνορτυχμηıøŧđħłɑɩəօոսհցյⲁⲓⲕⲙⲛⲟⲣⲥⲧⲭᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎽᏃᏔᎥσγ"
    # and Japanese syllables like Chinese signs
    "ロカニハタエトーヘリオチムヌ",
    "aeopcyxijshdqwkmtbhrabeikvoptuxmniotdhlaieonuhgjaikmnopctxabcdefghijklmnoprstuvwyzabcdeghjklmprstvwyzwi"
    "oy口力二八夕工卜一へり才千厶又",
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
