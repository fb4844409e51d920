"""One open port as the desk sees it: what comes in, what goes out, and the session on it."""

from firmware.link import PROTOCOL, SEAT, Splitter, line
from host_tools.link.outbox import Outbox
from host_tools.link.session import Session

WHO_S = 0.5
UNKNOWN_S = 5.0  # for the first hello: a board boots in two
COMPLAIN_S = 10.0  # between two lines about noise


class Cable:
    """OPEN while `session` is None, SESSION otherwise; `rank` grows with the time of plugging."""

    def __init__(self, port: str, rank: int, now: float) -> None:
        self.port = port
        self.rank = rank
        self.session: Session | None = None
        self.splitter = Splitter(SEAT)
        self.outbox = Outbox()
        self.greeted = False  # a seat has said hello here, of whatever version
        self.outdated = ""  # the board that speaks another version of the wire
        self._deadline = now + UNKNOWN_S
        self._next_who = now
        self._next_complaint = now
        self._told = (0, 0)

    def begin(self, session: Session) -> None:
        """Start a session; what waits for an older one is void."""
        self.session, self.greeted = session, True
        self.outbox.take()

    def ask(self, now: float) -> None:
        """Ask who is there, if it is time."""
        if self.session is None and now >= self._next_who:
            self._next_who = now + WHO_S
            self.outbox.put(line("WH", PROTOCOL))

    def unknown(self, now: float) -> bool:
        """Whether nobody here speaks as a seat does."""
        return not self.greeted and now >= self._deadline

    def complaint(self, now: float) -> str:
        """A sentence about new noise, now and then; never the noise itself: it may be a card."""
        counts = (self.splitter.noise, self.splitter.damaged)
        noise, damaged = (count - told for count, told in zip(counts, self._told, strict=True))
        if not noise + damaged or now < self._next_complaint:
            return ""
        self._told, self._next_complaint = counts, now + COMPLAIN_S
        return f"{self.port}: {damaged} damaged frames, {noise} lines that are none."
