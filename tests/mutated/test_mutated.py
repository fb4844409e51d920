"""Mutated files: each is read or refused with a sentence, soon, and without taking memory.

`pytest tests/mutated -k "record and 17"` runs one batch again; what fails names its seed.
"""

import gc
import json
import os
import random
import resource
import shlex
import signal
import tracemalloc
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from host_tools.cli import main
from tests.mutated.mutations import mutated
from tests.mutated.readers import READERS, Reader, captures

HANG_S = 1.0  # of processor time: other programs may be busy
SOAK = 10_000  # files of each kind: more than 100,000 in all
COMMAND_EACH = 25  # how many are read by the function alone before one goes through the command
FLAT_BYTES = 1_000_000
PEAK_BYTES = 200_000_000


class HangError(BaseException):
    """A reader needs too long; nothing that it catches may swallow this."""


@contextmanager
def deadline():
    """Raise HangError after a second of processor time."""

    def hang(*_):
        raise HangError

    old = signal.signal(signal.SIGPROF, hang)
    signal.setitimer(signal.ITIMER_PROF, HANG_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)


def file_of(kind: str, number: int) -> bytes:
    """Return one mutated file, the same for the same number."""
    chance = random.Random(f"{kind} {number}")
    return mutated(chance.choice(READERS[kind].samples()), chance)


def read(reader: Reader, path: Path) -> None:
    """Read a file by its function; AssertionError unless it is read or refused as it should be."""
    try:
        with deadline():
            found = reader.read(path)
        json.dumps(found, ensure_ascii=False)
    except reader.refuses as error:
        assert str(error).strip()


def run(reader: Reader, path: Path, refused: bool = False) -> None:
    """Read a file by its command."""
    with deadline():
        ran = CliRunner().invoke(main, shlex.split(reader.command.format(path.name)))
    assert ran.exception is None or isinstance(ran.exception, SystemExit), repr(ran.exception)
    assert ran.exit_code in ((1,) if refused else (0, 1)), ran.stderr
    assert ran.exit_code == 0 or ran.stderr.strip()
    assert "mistake of the program" not in ran.stderr
    assert "Traceback" not in ran.output


def read_both_ways(reader: Reader, path: Path) -> None:
    """Read a file by its function and by its command."""
    if reader.read is not None:
        read(reader, path)
    if reader.command:
        run(reader, path)


def try_batch(kind: str, numbers: range, folder: Path) -> list[str]:
    """Read mutated files; return what was wrong with which."""
    reader, wrong = READERS[kind], []
    path = folder / "file.jsonl"
    for number in numbers:
        data = file_of(kind, number)
        path.write_bytes(data)
        try:
            if reader.read is None or number % COMMAND_EACH == 0:
                read_both_ways(reader, path)
            else:
                read(reader, path)
        except (Exception, HangError) as error:
            wrong.append(f"{kind} {number}: {error!r:.300} for {data!r:.200}")
    return wrong


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Stand in an empty folder, which is home as well."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.slow
def test_a_mutated_file_is_read_or_refused_with_a_sentence(kind, folder):
    assert try_batch(kind, range(READERS[kind].each), folder) == []


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.slow
def test_mutated_files_take_no_memory(kind, folder):
    """Files that are right fill the caches; after that nothing grows."""
    for data in READERS[kind].samples():
        (folder / "file.jsonl").write_bytes(data)
        read_both_ways(READERS[kind], folder / "file.jsonl")
    tracemalloc.start()
    try:
        try_batch(kind, range(1), folder)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        try_batch(kind, range(1, 1 + READERS[kind].each // 10), folder)
        gc.collect()
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < FLAT_BYTES
    assert peak < PEAK_BYTES


@pytest.mark.parametrize("at", [3 * 3600, 86_400])
@pytest.mark.slow
def test_a_capture_with_a_damaged_time_is_played_at_once(at, folder):
    """The silence before a decision of tomorrow is not played moment by moment."""
    audit = json.dumps({"game": "g1", "audit": True})
    line = json.dumps({"at": at, "port": "", "what": "game", "data": audit})
    for data in captures():
        (folder / "file.jsonl").write_bytes(data + line.encode() + b"\n")
        run(READERS["capture"], folder / "file.jsonl")


@pytest.mark.parametrize("kind", [kind for kind, reader in READERS.items() if reader.command])
def test_a_file_of_ten_gigabytes_is_refused_at_once(kind, folder):
    path = folder / "file.jsonl"
    path.touch()
    os.truncate(path, 10**10)  # of nothing: it takes no room on the disk
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(READERS[kind], path, refused=True)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < PEAK_BYTES // 1000


@pytest.mark.parametrize("batch", range(10))
@pytest.mark.parametrize("kind", READERS)
@pytest.mark.soak
def test_a_hundred_thousand_mutated_files(kind, batch, folder):
    each = SOAK // 10
    assert try_batch(kind, range(batch * each, (batch + 1) * each), folder) == []
