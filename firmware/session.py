"""A seat's session with a host: who greets whom, and when the link counts as dead."""

from firmware.link import PROTOCOL, VERSION, Message, line

HELLO_MS = 1000
SILENCE_MS = 3000


class Session:
    """HELLO while `sid` is empty, SESSION otherwise."""

    def __init__(self, uid: str, boot: str, cap: str) -> None:
        self.uid = uid
        self.boot = boot
        self.cap = cap
        self.place = ""  # the number of the seat it is built into, if that is known
        self.sid = ""
        self.seat = 0
        self.outdated = False  # the host speaks another version: update me
        self._heard = 0
        self._hello = 0
        self._asked = False

    def mine(self, message: Message) -> bool:
        """Whether a message is for this session, or for this very boot."""
        if message.kind == "WH":
            return True
        if message.kind == "WE":
            return message.boot == self.boot
        return self.sid != "" and message.sid == self.sid

    def hear(self, now: int) -> None:
        """The host lives."""
        self._heard = now

    def who(self, message: Message) -> None:
        """The host asks who is there."""
        self.outdated = message.ver != PROTOCOL
        self._asked = True

    def welcome(self, message: Message, now: int) -> bool:
        """The host opens a session; True when it is a new one."""
        self.outdated = message.ver != PROTOCOL
        new = message.sid != self.sid and not self.outdated
        self._heard = now
        if self.outdated:
            self.leave(now)
        elif new:
            self.sid = message.sid
            self.seat = message.seat
        return new

    def leave(self, now: int) -> None:
        """Back to HELLO."""
        self.sid = ""
        self._hello = now

    def dead(self, now: int) -> bool:
        """Whether the host has been silent for too long."""
        return self.sid != "" and now - self._heard >= SILENCE_MS

    def greet(self, now: int) -> bytes:
        """The hello that is due by now, if any."""
        if not self._asked and (self.sid or now < self._hello):
            return b""
        self._asked = False
        self._hello = now + HELLO_MS
        info = [("fw", VERSION), ("cap", self.cap)]
        if self.place:
            info.append(("seat", self.place))
        return line("HI", PROTOCOL, self.uid, self.boot, info)
