"""A target of the fuzzer: a whole seat that anything may happen to."""

from tests.firmware.story import Story


def check(data: bytes) -> None:
    """Tell a story; every step checks itself."""
    Story(data).run()
