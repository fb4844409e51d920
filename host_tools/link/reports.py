"""The reports of one session: each is handed on until it is answered, and none comes back."""

from collections.abc import Iterator

from firmware.flight import LAST_NUMBER

INSISTS = 5  # repeats of an overtaken report: the seat means it, so the session is out of step


def overtaken(seq: int, newest: int) -> bool:
    """Whether a report is older than the newest one; numbers begin anew after the last."""
    return (seq - newest) % LAST_NUMBER > LAST_NUMBER // 2


class Reports:
    """The newest report only: a seat has one in flight, and what it has overtaken is void."""

    def __init__(self, tickets: Iterator[int]) -> None:
        self.stale = 0  # in a row
        self._tickets = tickets
        self._ticket = 0
        self._seq = 0
        self._body = b""
        self._accepted = False

    def take(self, seq: int, body: bytes) -> int:
        """The ticket under which the table answers this report; 0 when it is void."""
        if body != self._body:
            if self._ticket and overtaken(seq, self._seq):
                self.stale += 1
                return 0
            self._ticket, self._seq, self._body = next(self._tickets), seq, body
            self._accepted = False
        self.stale = 0
        return self._ticket

    def accepted(self, ticket: int) -> bool:
        """Whether the table has taken this report, so that only the answer was lost."""
        return self._accepted and ticket == self._ticket

    def settle(self, ticket: int, accepted: bool) -> int:
        """The number on the wire that an answer goes to; 0 when the report is void by now."""
        if ticket != self._ticket or not ticket:
            return 0
        self._accepted = accepted
        return self._seq
