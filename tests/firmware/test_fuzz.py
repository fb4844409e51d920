"""The kept corpus of the fuzzer, and in `make soak` the fuzzer itself."""

import importlib.util

import pytest

from tests.firmware import fuzz_link, fuzz_seat
from tests.firmware.fuzzing import TARGETS, fuzz, load

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_in_the_corpus_breaks_a_seat(name):
    check = {"link": fuzz_link.check, "seat": fuzz_seat.check}[name]
    corpus = load(name)
    assert len(corpus) > 50
    for data in corpus:
        check(data)


@pytest.mark.soak
@pytest.mark.skipif(not importlib.util.find_spec("atheris"), reason="no atheris for this Python")
@pytest.mark.parametrize("name", TARGETS)
def test_the_fuzzer_finds_nothing_new(name):
    assert fuzz(name, "-max_total_time=300") == 0
