"""What every reader chip shares: its errors, its examination, how a UID is cut for the air."""

try:
    from micropython import const as const
except ImportError:  # CPython: the simulations run these same files

    def const(value: int) -> int:  # type: ignore[misc]
        """Return the value: only MicroPython's compiler knows constants."""
        return value


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from firmware.protocols import Reader

RESULTS = {True: "ok", False: "failed", None: "unknown"}  # unknown: a clone without a known result


class ReaderError(Exception):
    """The chip or its bus is at fault: nothing is known about what lies in the field."""

    code = "reader_dead"


class Unreadable(ReaderError):  # noqa: N818
    """Something answers in the field, but no UID came through unharmed."""

    code = "unreadable"


class NoReader:
    """Stands in where no reader could be made, so that the seat can still say so."""

    name = "none"

    def __init__(self, why: str) -> None:
        self._why = why

    def health(self) -> str:
        """Return why there is none."""
        return self._why

    def _fail(self, *_: object) -> "Any":
        raise ReaderError(self._why)

    read_uids = present = reset = version = self_test = gains = _fail


def examine(reader: "Reader") -> "list[tuple[str, object]]":
    """Ask for version, self-test and gain; a chip that does not answer is `dead`."""
    report: list[tuple[str, object]] = [("chip", reader.name)]
    result = "dead"
    try:
        report.append(("ver", "{:02x}".format(reader.version())))
        result = RESULTS[reader.self_test()]
        report.append(("gain", "{}/{}".format(*reader.gains())))
    except ReaderError:
        result = "dead"
    report.append(("exam", result))
    return report


def cascade(uid: bytes) -> "list[bytes]":
    """Cut a UID into what each cascade level sends, 0x88 before every cut (ISO 14443-3, 6.5.4)."""
    parts = []
    while len(uid) > 4:
        parts.append(b"\x88" + uid[:3])
        uid = uid[3:]
    parts.append(uid)
    return parts
