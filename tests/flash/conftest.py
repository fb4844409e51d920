"""Patience: eight boards on a busy machine are slower than eight on a table."""

import pytest

from host_tools.flash import remote


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    monkeypatch.setattr(remote, "PATIENCE", 30.0)
    monkeypatch.setattr(remote, "BUSY_S", 6.0)
    monkeypatch.setattr(remote, "TRIES_S", (2, 4, 8, 20))
