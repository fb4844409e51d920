"""What a reader says of itself when the host asks for an examination."""

from firmware.reader import ReaderError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from firmware.reader import Reader

RESULTS = {True: "ok", False: "failed", None: "unknown"}  # unknown: a clone without a known result


def examine(reader: "Reader") -> "list[tuple[str, object]]":
    """Ask for version, self-test and gain; a chip that does not answer is `dead`."""
    found: list[tuple[str, object]] = [("chip", reader.name)]
    result = "dead"
    try:
        found.append(("ver", "{:02x}".format(reader.version())))
        result = RESULTS[reader.self_test()]
        found.append(("gain", "{}/{}".format(*reader.gains())))
    except ReaderError:
        result = "dead"
    found.append(("exam", result))
    return found
