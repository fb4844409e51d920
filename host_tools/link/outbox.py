"""What waits to be written to one port: whole frames, never more than a port takes in a while."""

WAITING_MAX = 2048  # bytes; what does not fit is not sent, and the protocol says it again


class Outbox:
    """Frames in order; when a port does not take them, the newest are dropped and counted."""

    def __init__(self) -> None:
        self.dropped = 0
        self._waiting = bytearray()

    def put(self, frames: bytes) -> None:
        """Add whole frames."""
        if len(self._waiting) + len(frames) > WAITING_MAX:
            self.dropped += 1
        else:
            self._waiting += frames

    def take(self) -> bytes:
        """Take all that waits."""
        data = bytes(self._waiting)
        self._waiting.clear()
        return data
