"""The best use of science symbols against a trial of every choice."""

from functools import cache
from itertools import combinations, product

import pytest

from host_tools.rules.science import Science, best
from host_tools.rules.scoring import by_category, score
from tests.rules.table import give, new_game

KINDS = range(3)


def triples(most: int) -> list[tuple[int, int, int]]:
    return [(a, b, c) for a, b, c in product(range(most + 1), repeat=3) if a + b + c <= most]


def by_trial(science: Science) -> int:
    """Lay every symbol on the table as its kind, and try all that may be done with them."""
    printed = [kind for kind in KINDS for _ in range(science.printed[kind])]
    green = [kind for kind in KINDS for _ in range(science.copied[kind])]
    allowed = (science.replace, science.most, science.extra_set)
    return max(
        most_points(tuple(sorted([*printed, *masked, *chosen])), *allowed)
        for masked in set(combinations(green, min(science.masks, len(green))))
        for chosen in {tuple(sorted(kinds)) for kinds in product(KINDS, repeat=science.free)}
    )


@cache
def most_points(symbols: tuple[int, ...], replace: int, most: int, extra: int) -> int:
    """The same symbols on the table come from many cities: they are tried once."""
    changed_first = (
        more
        for changed in with_one_changed(list(symbols), replace)
        for more in with_more_of_the_most(changed, most)
    )
    added_first = (  # B14: the better order counts
        changed
        for more in with_more_of_the_most(list(symbols), most)
        for changed in with_one_changed(more, replace)
    )
    return max(points(tried, extra) for tried in (*changed_first, *added_first))


def with_one_changed(symbols: list[int], allowed: int):
    yield symbols
    for at in {symbol: at for at, symbol in enumerate(symbols)}.values() if allowed else ():
        for kind in KINDS:
            yield [*symbols[:at], kind, *symbols[at + 1 :]]


def with_more_of_the_most(symbols: list[int], allowed: int):
    tops = [kind for kind in symbols if symbols.count(kind) == max(map(symbols.count, KINDS))]
    for kind in set(tops) if allowed else ():
        yield [*symbols, kind]
    if not allowed or not tops:
        yield symbols


def points(symbols: list[int], extra: int) -> int:
    counts = [symbols.count(kind) for kind in KINDS]
    return sum(count * count for count in counts) + (7 + extra) * min(counts)


@pytest.mark.parametrize("free", range(5))
def test_best_of_all_free_choices(free):
    """Up to 9 symbols and 4 free ones, with and without Aganice, Enheduanna and Aristotle."""
    for printed in triples(9):
        for replace, most, extra in product((0, 1), (0, 1), (0, 3)):
            science = Science(printed, free, replace=replace, most=most, extra_set=extra)
            found, symbols = best(science)
            assert found == by_trial(science)
            assert sum(symbols) == sum(printed) + free + (most if sum(printed) + free else 0)


@pytest.mark.parametrize("masks", (1, 2, 3))
def test_best_of_all_masks(masks):
    """R128, R129: as many of the neighbours' green cards as there are masks, each once."""
    for printed in triples(5):
        for copied in product(range(3), repeat=3):
            for free, replace, most in ((0, 0, 0), (1, 0, 0), (2, 1, 0), (0, 1, 1), (1, 0, 1)):
                science = Science(printed, free, masks, copied, replace, most, 3 * (free % 2))
                assert best(science)[0] == by_trial(science)


def test_a_city_s_science_is_gathered_from_cards_stages_leaders_and_neighbours():
    """R56, R68, R128: school, Euclid, Babylon's stage, Scientists Guild and one mask."""
    game = new_game("babylon_a gizah_a rhodos_a", sets="base leaders cities")
    give(game, 0, "school pigeon_loft scientists_guild", stages=2, leaders="euclid aristotle")
    give(game, 1, "workshop dispensary")
    give(game, 2, "scriptorium", leaders="ptolemy")
    sheet = by_category(score(game, 0))
    # School is a tablet, Euclid a compass; mask and two free symbols make 1 + 1 + 3, 1 + 2 + 2 …
    assert (
        sheet["scientific"]
        == max(
            points([0, 2, mask, *free], 3) for mask in KINDS for free in product(KINDS, repeat=2)
        )
        - 3 * 1
    )
    assert sheet["leaders"] == 3


@pytest.mark.parametrize("counts, expected", [((3, 2, 1), 21), ((3, 2, 2), 31), ((9, 0, 0), 81)])
def test_the_rulebook_s_sums(counts, expected):
    """RB p.6, R95."""
    assert best(Science(counts)) == (expected, counts)
