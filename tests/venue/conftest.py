"""A broker and a fair for each test."""

import pytest

from tests.venue.broker import broker, mosquitto
from tests.venue.fair import Fair


@pytest.fixture
def running(tmp_path):
    path, why = mosquitto()
    if path is None:
        pytest.skip(why)
    with broker(tmp_path) as found:
        yield found


@pytest.fixture
def fair():
    found = Fair()
    yield found
    found.close()
