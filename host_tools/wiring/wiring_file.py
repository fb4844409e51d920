"""A wiring from a file: JSON as it is on a board, and doubted as anything from outside."""

import json
from typing import Any

from host_tools.wiring.entries import shorter

MOST_BYTES = 64_000  # a wiring with everything in it has 2,000


class WiringError(ValueError):
    """What is wrong with a wiring, in a sentence."""


def parse_wiring(data: bytes) -> dict[str, Any]:
    """Return what a wiring file holds; WiringError when it is none.

    >>> parse_wiring(b'{"buzzer": null}')
    {'buzzer': None}
    """
    if len(data) > MOST_BYTES:
        raise WiringError("It is larger than any wiring: is it the right file?")
    try:
        wiring = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except UnicodeDecodeError:
        raise WiringError("It is not UTF-8 text: is it the right file?") from None
    except json.JSONDecodeError as error:
        raise WiringError(f"It is not JSON: line {error.lineno}: {error.msg}.") from None
    except WiringError:
        raise
    except RecursionError:
        raise WiringError("Its brackets are nested too deeply: is it the right file?") from None
    except ValueError:  # what else Python refuses in sound JSON
        raise WiringError("A number in it has thousands of digits: no entry takes it.") from None
    if not isinstance(wiring, dict):
        raise WiringError('A wiring is an object with entries, such as {"buzzer": null}.')
    return wiring


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an entry that is there twice: boards and people would read different ones."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise WiringError(f"The entry {shorter(name)} is there twice: keep one.")
        found[name] = value
    return found


def _no_number(name: str) -> Any:
    raise WiringError(f"{name} is no number: no entry takes it.")
