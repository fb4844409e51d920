"""The examples in the docstrings are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["loader", "search", "sentences", "vocabulary"])
def test_the_examples_of_a_module_are_true(name):
    failed, tried = doctest.testmod(import_module(f"card_db.{name}"))
    assert tried > 0
    assert failed == 0
