"""What is wrong with a seat: each fault is told to the host once a session."""

FAULTS_MAX = 6
PASSING = ("crashed", "low_memory")  # over when told; the others last until they are mended


class Faults:
    """Codes with a sentence each, in the order in which they came up."""

    def __init__(self) -> None:
        self._texts: list[tuple[str, str]] = []
        self._told: list[str] = []

    def add(self, code: str, text: str) -> bool:
        """Note a fault; False when it is known already."""
        if self.has(code) or len(self._texts) >= FAULTS_MAX:
            return False
        self._texts.append((code, text))
        return True

    def drop(self, code: str) -> bool:
        """A fault is mended; False when there was none."""
        if not self.has(code):
            return False
        self._texts = [pair for pair in self._texts if pair[0] != code]
        self._told = [told for told in self._told if told != code]
        return True

    def set(self, code: str, text: str, wrong: bool) -> bool:
        """Note or drop a fault; False when that changes nothing."""
        return self.add(code, text) if wrong else self.drop(code)

    def has(self, code: str) -> bool:
        """Whether this is wrong now."""
        return any(pair[0] == code for pair in self._texts)

    def forget(self) -> None:
        """A new session: the host has been told nothing."""
        self._told = []

    def told(self, code: str) -> None:
        """The host knows."""
        self._told.append(code)
        if code in PASSING:
            self.drop(code)

    def report(self) -> "tuple[object, ...] | None":
        """The first fault that the host does not know yet."""
        for code, text in self._texts:
            if code not in self._told:
                return ("ER", code, text)
        return None
