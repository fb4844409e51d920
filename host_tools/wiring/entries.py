"""The entries that a wiring may have, and which values each takes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import permutations

from firmware.board import PICO, PROFILES, READERS

PROFILE_NAMES = tuple(PROFILES)
SEATS_MAX = 8
PINS_MAX = 999  # more is no number of a pin on any chip
GAINS = (18, 23, 33, 38, 43, 48)  # MFRC522, 9.3.3.6; PN532 has the same steps
ORDERS = tuple("".join(letters) for letters in permutations("RGB"))


@dataclass(frozen=True, slots=True)
class EntryKind:
    """Which values an entry takes, in words and as a test."""

    words: str
    fits: Callable[[object], bool]

    def or_null(self) -> "EntryKind":
        """Return the same, or nothing."""
        return EntryKind(f"{self.words}, or null", lambda value: value is None or self.fits(value))

    def or_list(self) -> "EntryKind":
        """Return the same, or a list with one for each seat."""
        return EntryKind(
            f"{self.words}; or a list with one for each seat",
            lambda value: (
                self.fits(value)
                or (isinstance(value, list) and 0 < len(value) <= SEATS_MAX and _all(self, value))
            ),
        )


def _all(kind: EntryKind, values: list[object]) -> bool:
    return all(map(kind.fits, values))


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _whole(low: int, high: int, what: str = "") -> EntryKind:
    words = f"{what or 'a whole number'} from {low} to {high}"
    return EntryKind(words, lambda value: _is_whole(value, low, high))


def _one_of(*values: object) -> EntryKind:
    words = ", ".join(str(value) for value in values[:-1]) + f" or {values[-1]}"
    return EntryKind(words, lambda value: type(value) in (int, str) and value in values)


def _list(kind: EntryKind, fewest: int, most: int, words: str) -> EntryKind:
    return EntryKind(
        words,
        lambda value: (
            isinstance(value, list) and fewest <= len(value) <= most and _all(kind, value)
        ),
    )


PIN = EntryKind("the number of a pin", lambda value: _is_whole(value, 0, PINS_MAX))
THREE = _list(PIN, 3, 3, "a list of three pins").or_null()
PERCENT = _whole(0, 100, "a whole number of percent")
ADDRESS = EntryKind(
    "an I2C address from 32 to 39 (0x20 to 0x27)", lambda value: _is_whole(value, 0x20, 0x27)
)
BUS = _whole(0, 9, "the number of a bus,")
SPEED = "a speed in hertz,"
SPEED_MAX = 100_000_000  # what the parts take is looked at later
RST = PIN.or_null().or_list()

KINDS: Mapping[str, EntryKind] = {
    "seats": _whole(1, SEATS_MAX),
    "reader": _one_of(*READERS),
    "gain": _one_of(*GAINS).or_null().or_list(),
    "settle_ms": _whole(1, 50, "a whole number of milliseconds"),
    "spi.id": BUS,
    "spi.sck": PIN.or_null(),
    "spi.mosi": PIN.or_null(),
    "spi.miso": PIN.or_null(),
    "spi.cs": PIN.or_null().or_list(),
    "spi.rst": RST,
    "spi.baudrate": _whole(100_000, SPEED_MAX, SPEED).or_null(),
    "second": PIN.or_null().or_list(),
    "i2c.id": BUS,
    "i2c.sda": PIN,
    "i2c.scl": PIN,
    "i2c.freq": _whole(10_000, SPEED_MAX, SPEED),
    "i2c.rst": RST,
    "uart.id": BUS,
    "uart.tx": PIN,
    "uart.rx": PIN,
    "uart.baudrate": _whole(1, SPEED_MAX, SPEED),
    "uart.rst": RST,
    "pixels": PIN.or_null(),
    "order": _one_of(*ORDERS),
    "brightness": PERCENT,
    "rgb": THREE,
    "leds": THREE,
    "buttons": THREE,
    "expanders": _list(ADDRESS, 1, 2, f"a list of one or two addresses, each {ADDRESS.words}")
    .or_null(),
    "buzzer": PIN.or_null(),
    "loudness": PERCENT,
    "display.address": EntryKind(  # SSD1306, 8.1.5
        "60 (0x3C) or 61 (0x3D)", lambda value: _is_whole(value, 0x3C, 0x3D)
    ),
    "display.width": _whole(32, 128, "a whole number of dots"),
    "display.height": _one_of(16, 32, 48, 64),
}  # fmt: skip
GROUPS = tuple(name for name, value in PICO.items() if isinstance(value, dict))


def sound_entries(changes: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
    """Return the entries that are right as far as names and types go, and what is wrong.

    >>> sound_entries({"spi": {"clk": 2}, "buzzer": 17})
    ({'spi': {}, 'buzzer': 17}, ['spi.clk: there is no such entry. Did you mean spi.sck?'])
    """
    sound: dict[str, object] = {}
    wrong = []
    for name, value in changes.items():
        if name == "profile":
            continue
        if name in GROUPS and isinstance(value, dict):
            inner: dict[str, object] = {}
            for part, each in value.items():
                if complaint := _wrong(f"{name}.{part}", each):
                    wrong.append(complaint)
                else:
                    inner[part] = each
            sound[name] = inner
        elif complaint := _wrong(name, value):
            wrong.append(complaint)
        else:
            sound[name] = value
    return sound, wrong


def _wrong(entry: str, value: object) -> str:
    if entry in GROUPS:
        parts = ", ".join(PICO[entry])
        why = f"{entry}: it must be an object with {parts}, or null, not {shown(value)}."
        return "" if value is None else why
    kind = KINDS.get(entry)
    if kind is None:
        return f"{shorter(entry)}: there is no such entry.{''.join(_nearest(entry))}"
    return "" if kind.fits(value) else f"{entry}: it must be {kind.words}, not {shown(value)}."


def _nearest(entry: str) -> Iterator[str]:
    """Return the entry that was probably meant, by its whole name or by its last part."""
    names = (*KINDS, *GROUPS)
    group, _, last = entry.lower().rpartition(".")
    inside = {name.rpartition(".")[2]: name for name in names if not group or group in name}
    for near in get_close_matches(last[:40], inside, 1) or get_close_matches(entry[:40], names, 1):
        yield f" Did you mean {inside.get(near, near)}?"


def shown(value: object) -> str:
    """Return a value from a file as it may be told: short, in JSON's words.

    >>> shown(None), shown("x" * 99)[:12], shown([1, 2])
    ('null', '"xxxxxxxxxxx', '[1, 2]')
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        parts = ["a list" if isinstance(each, list) else shown(each) for each in value[:9]]
        return f"[{shorter(', '.join([*parts, '…'] if len(value) > 9 else parts))}]"
    if isinstance(value, int) and abs(value) > 10**12:
        return "such a large number"
    return f'"{shorter(value)}"' if isinstance(value, str) else shorter(str(value))


def shorter(text: str) -> str:
    r"""Return a text of at most 40 letters on one line.

    >>> print(shorter("buz\nzer"))
    buz\nzer
    """
    text = (
        "".join(
            letter if letter.isprintable() else letter.encode("unicode_escape").decode()
            for letter in text[:40]
        )
        + text[40:41]
    )
    return text if len(text) <= 40 else f"{text[:39]}…"
