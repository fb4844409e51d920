"""Words for a display that knows only plain letters and a few columns."""

_ACCENTED = "ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ"
_PLAIN = "AAAAAACEEEEIIIINOOOOOUUUUYaaaaaaceeeeiiiinooooouuuuyy"


def fold(text: str) -> str:
    """Write accented letters without their accents, and what cannot be drawn as "?".

    >>> fold("Posée à l’est")
    'Posee a l?est'
    """
    out = []
    for letter in text:
        place = _ACCENTED.find(letter)
        if place >= 0:
            letter = _PLAIN[place]
        out.append(letter if 0x20 <= ord(letter) < 0x7F else "?")
    return "".join(out)


def wrap(text: str, columns: int) -> "list[str]":
    """Break a text into lines between words, and inside a word that is too long.

    >>> wrap("Lay your card face down", 10)
    ['Lay your', 'card face', 'down']
    """
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
            continue
        if lines[-1]:
            lines.append("")
        while len(word) > columns:
            lines[-1] = word[:columns]
            lines.append("")
            word = word[columns:]
        lines[-1] = word
    return lines
