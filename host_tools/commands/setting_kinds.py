"""The kinds of settings: what TOML may hold, and how the option that it stands for is given it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Value = Any  # what TOML gives, and what an option takes
Typed = TypeVar("Typed")


class SettingKind(NamedTuple):
    """What a setting may hold, and how its option is given it; ValueError says what is wrong.

    `read` takes the value and the folder of the file, from which paths are counted.
    """

    says: str
    read: Callable[[Value, Path], Value]


def _text(value: Value, _: Path) -> str:
    return _of(str, value)


def _number(value: Value, _: Path) -> int:
    return _of(int, value)


def _flag(value: Value, _: Path) -> bool:
    return _of(bool, value)


def _text_or_number(value: Value, _: Path) -> str:
    return str(value) if type(value) is int else _of(str, value)


def _texts(value: Value, _: Path) -> list[str]:
    return [_of(str, one) for one in _of(list, value)]


def _file(value: Value, folder: Path) -> str:
    return str(folder / Path(_of(str, value)).expanduser())


def _files(value: Value, folder: Path) -> list[str]:
    return [_file(one, folder) for one in _of(list, value)]


def _pair(value: Value, folder: Path) -> list[str]:
    files = _files(value, folder)
    if len(files) != 2:
        raise ValueError
    return files


def _players(value: Value, folder: Path) -> str:
    return str(value) if type(value) is int else ",".join(_texts(value, folder))


def _sets(value: Value, folder: Path) -> str:
    from host_tools.rules.setup import SETS

    for name in _texts(value, folder):
        if name not in SETS:
            raise ValueError(f"There is no set {name!r:.40}: it is one of {', '.join(SETS)}.")
    return ",".join(value)


def _rulings(value: Value, _: Path) -> list[str]:
    from host_tools.rules.setup import RULINGS

    for name, chosen in _of(dict, value).items():
        if type(chosen) not in (bool, int):
            raise ValueError
        if name not in RULINGS:
            raise ValueError(f"There is no ruling {name!r:.40}: it is one of {', '.join(RULINGS)}.")
    return [f"{name}={str(chosen).lower()}" for name, chosen in value.items()]


def _of(kind: type[Typed], value: Value) -> Typed:
    """Return a value that is exactly of a type: for TOML `true` is no number."""
    if type(value) is not kind:
        raise ValueError
    return value


TEXT = SettingKind("a text", _text)
NUMBER = SettingKind("a number", _number)
FLAG = SettingKind("true or false", _flag)
GRACE = SettingKind('a number, or "ask"', _text_or_number)
TABLE = SettingKind("a name or a number", _text_or_number)
TEXTS = SettingKind("a list of texts", _texts)
FILE = SettingKind("a file", _file)
FILES = SettingKind("a list of files", _files)
PAIR = SettingKind("a list of two files", _pair)
PLAYERS = SettingKind("a list of names, or a number", _players)
SETS = SettingKind("a list of sets", _sets)
RULINGS = SettingKind("a table of rulings", _rulings)
