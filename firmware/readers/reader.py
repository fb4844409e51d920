"""What the reader chips share: errors, recovery, gain, examination, a UID cut for the air."""

try:
    from micropython import const as const
except ImportError:  # CPython: the simulations run these same files

    def const(value: int) -> int:  # type: ignore[misc]
        """Return the value: only MicroPython's compiler knows constants."""
        return value


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from firmware.protocols import Reader

    Given = TypeVar("Given")
    Result = TypeVar("Result")

READ_PAGES = 0x30  # NTAG213/215/216 data sheet, 10.2
READ_SIGNATURE = 0x3C  # 10.8
DECIBELS = (18, 23, 18, 23, 33, 38, 43, 48)  # by RxGain (MFRC522 data sheet, 9.3.3.6)
DEAD = (0x00, 0xFF)  # what a bus reads where no chip drives it
RESULTS = {True: "ok", False: "failed", None: "unknown"}  # unknown: a clone without a known result


class ReaderError(Exception):
    """The chip or its bus is at fault: nothing is known about what lies in the field."""


class Unreadable(ReaderError):  # noqa: N818
    """Something answers in the field, but no UID came through unharmed."""


class ReaderChip:
    """The half of a driver that both chips share."""

    name = ""
    version: "Callable[[], int]"  # these six are each chip's own
    test: "Callable[[int], bool | None]"
    _start: "Callable[[], None]"
    _tune: "Callable[[], None]"
    _rx_gain: "Callable[[], int]"
    _ask_tag: "Callable[[bytes, int, int, int], bytes]"
    genuine: "tuple[int, ...]" = ()  # the versions that NXP has made
    resets = 0  # that a fault forced
    most = 8  # tags that are told apart
    tests = 1  # that make up the self-test
    _gain = 0  # RxGain
    _lit = True
    _fault = "dead"  # until the chip has answered

    def health(self) -> str:
        """Return how the chip is, in a word: ok, dead, hung, or which clone it is."""
        try:
            version = self.version()
        except ReaderError:
            return "dead"
        if version in DEAD:
            return "dead"
        return self._fault or ("ok" if version in self.genuine else "clone 0x%02x" % version)

    def reset(self) -> None:
        """Restart the chip, or raise ReaderError."""
        self._fault = "dead"
        self._start()
        self._fault = ""

    def gain(self, db: int) -> None:
        """Set the receiver's gain: 18, 23, 33, 38, 43 or 48 dB."""
        self._gain = rx_gain(db)
        self._tune()

    def gains(self) -> "tuple[int, int]":
        """Return the gain that the chip has and the one that it should have."""
        return DECIBELS[self._rx_gain() & 7], DECIBELS[self._gain]

    def read(self, uid: bytes, page: int) -> bytes:
        """Read four pages (16 bytes) of an NTAG or Ultralight from this page on."""
        return self._ask_tag(uid, READ_PAGES, page, 16)

    def signature(self, uid: bytes) -> bytes:
        """Read the 32 bytes with which NXP signed an NTAG21x's UID."""
        return self._ask_tag(uid, READ_SIGNATURE, 0, 32)

    def magic(self, uid: bytes) -> bool:
        """Return whether this tag is surely a magic clone; this chip cannot ask, so never."""
        return False

    def _try_reset(self) -> None:
        try:
            self.reset()
        except ReaderError:
            self._fault = "dead"  # health() reports it, and every poll tries again

    def _recovering(self, job: "Callable[[Given], Result]", given: "Given") -> "Result":
        """Do the job; a chip that hangs is reset once before it counts as an error."""
        if not self._lit:
            raise ReaderError("the antenna is off")
        try:
            if self._fault:
                self._force_reset()
            return job(given)
        except Unreadable:
            raise
        except ReaderError:
            self._force_reset()
        self._fault = "hung"
        try:
            result = job(given)
        except Unreadable:  # it sends and hears again: another reset would not help
            self._fault = ""
            raise
        self._fault = ""
        return result

    def _force_reset(self) -> None:
        self.resets += 1
        self.reset()


class NoReader:
    """Stands in where no reader could be made, so that the seat can still say so."""

    name = "none"
    most = 0
    tests = 1

    def __init__(self, why: str) -> None:
        self._why = why

    def health(self) -> str:
        """Return why there is none."""
        return self._why

    def _fail(self, *_: object) -> "Any":
        raise ReaderError(self._why)

    read_uids = present = reset = version = test = gains = _fail
    antenna = gain = read = signature = magic = _fail


class Examination:
    """Version, self-test and gain for `UP`, test by test: a slow chip takes a second for each."""

    def __init__(self, reader: "Reader") -> None:
        self.report: list[tuple[str, object]] = [("chip", reader.name)]
        self._reader = reader
        self._part = 0
        self._passed: "bool | None" = True

    def go_on(self) -> bool:
        """Do one more part; return whether it was the last. One that does not answer is `dead`."""
        reader, part = self._reader, self._part
        self._part += 1
        try:
            if part == 0:
                self.report.append(("ver", "{:02x}".format(reader.version())))
            self._passed = reader.test(part)
            if self._passed and self._part < reader.tests:
                return False
            self.report.append(("gain", "{}/{}".format(*reader.gains())))
            result = RESULTS[self._passed]
        except ReaderError:
            result = "dead"
        self.report.append(("exam", result))
        return True


def rx_gain(db: int) -> int:
    """Return the RxGain of so many decibels."""
    if db not in DECIBELS:
        raise ValueError("the gain is 18, 23, 33, 38, 43 or 48 dB")
    return DECIBELS.index(db)


def cascade(uid: bytes) -> "list[bytes]":
    """Cut a UID into what each cascade level sends, 0x88 before every cut (ISO 14443-3, 6.5.4)."""
    parts = []
    while len(uid) > 4:
        parts.append(b"\x88" + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return parts
