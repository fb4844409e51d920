"""The examples in the docstrings are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["card_db.loader", "card_db.effects"])
def test_the_examples_of_a_module_are_true(name):
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0
