"""A target of the fuzzer: splitter and parser."""

from firmware.link import HOST, LINE_MAX, MESSAGES, SEAT, Splitter, line, parse


def check(data: bytes) -> None:
    """Whatever comes: nothing is raised, memory is bounded, a message says itself again."""
    for mark in (SEAT, HOST):
        splitter = Splitter(mark)
        for body in splitter.feed(data) + splitter.feed(b"\n"):
            _again(body)
        assert len(splitter._line) <= LINE_MAX
    _again(data)


def _again(body: bytes) -> None:
    message = parse(body)
    if message is None:
        return
    values = message.values()
    if "info" in MESSAGES[message.kind]:
        return  # its order is free
    said = line(*_first_is_kind(values))
    bodies = Splitter(MESSAGES[message.kind][0]).feed(said)
    heard = [parse(found) for found in bodies]
    assert [again and again.values()[:-1] for again in heard] == [values[:-1]]


def _first_is_kind(values: list[object]) -> tuple[str, *tuple[object, ...]]:
    return (str(values[0]), *values[1:])
