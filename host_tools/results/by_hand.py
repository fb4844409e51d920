"""Score sheets as a spreadsheet: one row a player, written by us or entered by hand.

Sheets entered by hand are checked, including sums and ranks, before any game is imported.
"""

import csv
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from itertools import combinations
from uuid import UUID, uuid5

from card_db.loader import HOUSE, SIDES, load_box
from card_db.rows import is_id
from host_tools.results.played import SHEET, PlayedGame, SeatResult, ranked
from host_tools.rules.errors import MoveError
from host_tools.rules.names import check_name, name_key
from host_tools.rules.scoring import CATEGORIES
from host_tools.rules.setup import EDITIONS, SETS, VARIANTS
from host_tools.table.entries import WONDERTABLE
from host_tools.texts.sheet import from_sheet, write_sheet

POINTS = {name: "stages" if name == "wonder" else name for name in CATEGORIES}
"""Category: its column. The column `wonder` names the wonder."""
COLUMNS = (
    "game", "date", "edition", "sets", "variant", "minutes", "player", "wonder", "side",
    *POINTS.values(), "total", "rank", "coins",
)  # fmt: skip
MOST = 5_000_000  # letters: a thousand evenings have fewer
Row = dict[str, str]

TEMPLATE_NOTES = """\
# One line a player; lines with the same word under game are one game. Lines with # are skipped.
# date: 2024-05-17 or 2024-05-17 20:30. edition: 1e or 2e. sets: base+leaders+cities.
# wonder: as wondertable wonders calls it. side: A, B, Day or Night. stages: the wonder's points.
# What is empty counts as 0. total and rank are checked; leave them empty to have them worked out.
# coins break ties. variant: empty, team (partners in neighbouring lines) or two_player.
"""
TEMPLATE_GAME = """\
#may,2024-05-17 20:30,1e,base,,45,Ann,gizah,A,5,2,15,12,4,0,5,,,43,2,7
#may,,,,,,Bo,rhodos,B,18,1,10,3,0,4,8,,,44,1,4
#may,,,,,,Cy,ephesos,A,-3,3,10,8,16,2,6,,,42,3,9
"""


class ScoreSheetError(Exception):
    """Some lines are wrong; nothing was imported."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def template() -> str:
    """Return an empty spreadsheet with an example."""
    return ",".join(COLUMNS) + "\n" + TEMPLATE_NOTES + TEMPLATE_GAME


def write_csv(games: Iterable[PlayedGame]) -> str:
    """Write games for a spreadsheet and for `read_csv`."""
    rows = (_row(game, seat) for game in games for seat in game.players)
    return write_sheet(COLUMNS, ([row[column] for column in COLUMNS] for row in rows))


def _row(game: PlayedGame, seat: SeatResult) -> dict[str, object]:
    return {
        "game": game.uuid,
        "date": game.date.strftime("%Y-%m-%d %H:%M:%S"),
        "edition": game.edition,
        "sets": "+".join(game.sets),
        "variant": game.variant,
        "minutes": "" if game.minutes is None else round(game.minutes),
        "player": seat.player or "",
        "wonder": seat.wonder,
        "side": seat.side,
        **dict(zip(POINTS.values(), seat.scores, strict=True)),
        "total": seat.total,
        "rank": seat.rank,
        "coins": "" if seat.coins is None else seat.coins,
    }


def read_csv(text: str) -> list[PlayedGame]:
    """Read games; raise a ScoreSheetError with every line that is wrong."""
    if len(text) > MOST:
        raise ScoreSheetError("The file is larger than any history: is it the right one?")
    problems: list[str] = []
    found: dict[str, list[tuple[int, Row]]] = {}
    try:
        rows = _rows(text)
    except csv.Error as error:
        raise ScoreSheetError(f"This is no spreadsheet as CSV: {error}.") from None
    for number, row in rows:
        found.setdefault(row["game"], []).append((number, row))
    if not found:
        raise ScoreSheetError("The file has no line with a player: `wondertable history template`.")
    games = [game for rows in found.values() if (game := _game(rows, problems))]
    if problems:
        problems.sort(key=lambda problem: int(problem.split()[1].strip(":")))
        raise ScoreSheetError(*problems)
    return games


def _rows(text: str) -> list[tuple[int, Row]]:
    """Return the players' lines with their numbers; some spreadsheets write semicolons."""
    lines = text.removeprefix("\ufeff").splitlines()
    head = lines[0] if lines else ""
    sign = ";" if head.count(";") > head.count(",") else ","
    names = [name.strip().lower() for name in next(csv.reader([head], delimiter=sign), [])]
    wrong = [name for name in names if name not in COLUMNS]
    missing = [name for name in ("game", "date", "player", "wonder", "side") if name not in names]
    if wrong or missing or len(set(names)) != len(names):
        said = f"does not know {', '.join(wrong)!r:.60}" if wrong else f"needs {', '.join(missing)}"
        raise ScoreSheetError(
            f"line 1: the head of the table {said}. `wondertable history template`."
        )
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or line.lstrip('" ').startswith("#"):
            continue
        cells = (from_sheet(cell).strip() for cell in next(csv.reader([line], delimiter=sign)))
        row = dict.fromkeys(COLUMNS, "") | dict(zip(names, cells, strict=False))
        if any(row.values()):
            rows.append((number, row))
    return rows


class _SheetRow:
    """One line being checked; errors go on the list of problems."""

    def __init__(self, number: int, row: Row, problems: list[str]) -> None:
        self.number, self.row, self._problems = number, row, problems

    def wrong(self, text: str) -> None:
        self._problems.append(f"line {self.number}: {text}")

    def whole(self, column: str) -> int | None:
        """Return a whole number, or None for an empty cell."""
        text = self.row[column].replace("−", "-").removesuffix(".0").removesuffix(",0")
        if not text:
            return None
        if not re.fullmatch(r"[+-]?[0-9]{1,5}", text):
            self.wrong(f"{column} is {text[:20]}, which is no whole number of up to five digits.")
            return None
        return int(text)

    def name(self, column: str) -> str:
        """Return the name of a player."""
        try:
            return check_name(self.row[column])
        except MoveError as error:
            self.wrong(error.message)
            return ""

    def choice(self, column: str, allowed: Iterable[str], usual: str) -> str:
        """Return the cell if it is one of these words."""
        known = {word.lower(): word for word in allowed}
        text = self.row[column] or usual
        if text.lower() not in known:
            self.wrong(f"{column} is {text[:20]}; it is one of {', '.join(known.values())}.")
        return known.get(text.lower(), usual)


def _game(rows: list[tuple[int, Row]], problems: list[str]) -> PlayedGame | None:
    before = len(problems)
    lines = [_SheetRow(number, row, problems) for number, row in rows]
    head = lines[0]
    edition = head.choice("edition", EDITIONS, "1e")
    variant = head.choice("variant", VARIANTS, "standard")
    sets = _sets(head)
    ended = _date(head)
    for line in lines[1:]:
        for column in ("date", "edition", "sets", "variant", "minutes"):
            if line.row[column] not in ("", head.row[column]):
                line.wrong(f"{column} differs from line {head.number} of the same game.")
    seats = [_seat(line, edition, sets) for line in lines]
    minutes = head.whole("minutes")
    _check_table(lines, seats, variant)
    ranks = _ranks(lines, seats, variant) if len(problems) == before else []
    if len(problems) > before:
        return None
    done = tuple(replace(seat, rank=rank) for seat, rank in zip(seats, ranks, strict=True))
    return PlayedGame(
        _uuid(head.row["game"], ended, done), SHEET, None, ended, ended,
        None if minutes is None else float(minutes), edition, sets, variant, done,
    )  # fmt: skip


def _uuid(word: str, ended: float, seats: tuple[SeatResult, ...]) -> str:
    """Keep the id of a game that we exported; derive others from their contents."""
    try:
        return str(UUID(word))
    except ValueError:
        rows = sorted(f"{seat.player} {seat.wonder} {seat.scores}" for seat in seats)
        return str(uuid5(WONDERTABLE, f"sheet {ended!r} {rows}"))


def _sets(line: _SheetRow) -> tuple[str, ...]:
    words = set((line.row["sets"] or "base").lower().replace(" ", "").split("+")) | {"base"}
    known = (*SETS, HOUSE)
    if unknown := words - set(known):
        line.wrong(f"sets has {', '.join(sorted(unknown))[:40]}; it is some of {'+'.join(known)}.")
    return tuple(name for name in known if name in words)


def _date(line: _SheetRow) -> float:
    try:
        return datetime.fromisoformat(line.row["date"]).timestamp()
    except (ValueError, OverflowError, OSError):
        line.wrong(f"date is {line.row['date'][:20] or 'empty'}; write it like 2024-05-17 20:30.")
        return 0.0


def _seat(line: _SheetRow, edition: str, sets: tuple[str, ...]) -> SeatResult:
    row = line.row
    player = line.name("player")
    side = line.choice("side", SIDES[edition], SIDES[edition][0])
    wonder = row["wonder"].lower().replace(" ", "_")
    printed = f"{wonder}_{side.lower()}" in load_box(edition).wonders
    if not printed and not (HOUSE in sets and is_id(wonder)):
        line.wrong(f"there is no wonder {row['wonder'][:30] or 'without a name'} in {edition}.")
    scores = tuple(line.whole(column) or 0 for column in POINTS.values())
    for name, points in zip(CATEGORIES, scores, strict=True):
        if points and name in ("leaders", "cities") and name not in sets:
            line.wrong(f"points for {name}, but sets does not name {name}.")
    total = line.whole("total")
    if total is not None and total != sum(scores):
        line.wrong(f"the points add up to {sum(scores)}, but total is {total}.")
    return SeatResult(player, wonder, side, scores, None, line.whole("coins"))


def _check_table(lines: list[_SheetRow], seats: list[SeatResult], variant: str) -> None:
    allowed = {"standard": range(3, 9), "team": range(4, 9, 2), "two_player": range(2, 3)}[variant]
    if len(seats) not in allowed:
        number = f"{len(seats)} player" + ("s" if len(seats) > 1 else "")
        lines[0].wrong(f"{number} do not make a game of the variant {variant}.")
    for what in ("player", "wonder"):
        for (_, one), (line, other) in combinations(zip(lines, seats, strict=True), 2):
            if name_key(getattr(one, what)) == name_key(getattr(other, what)):
                line.wrong(f"the {what} {getattr(other, what)} sits at this table twice.")


def _ranks(lines: list[_SheetRow], seats: list[SeatResult], variant: str) -> list[int]:
    """Compute the ranks, or check those that were entered."""
    step = 2 if variant == "team" else 1
    sides = [seats[at : at + step] for at in range(0, len(seats), step)]
    totals = [sum(seat.total for seat in side) for side in sides]
    coins = [sum(seat.coins or 0 for seat in side) for side in sides]
    found = [rank for rank in ranked(list(zip(totals, coins, strict=True))) for _ in range(step)]
    entered = [line.whole("rank") for line in lines]
    known = [rank for rank in entered if rank is not None]
    if not known:
        return found
    if len(known) != len(lines):
        lines[entered.index(None)].wrong("rank is empty, but others of this game have one.")
        return found
    sure = all(seat.coins is not None for seat in seats)
    for at, line in enumerate(lines):
        # Coins break ties: without them any order of equal points is right.
        level = totals.count(totals[at // step])
        first = 1 + sum(total > totals[at // step] for total in totals)
        allowed = [found[at]] if sure else range(first, first + level)
        if known[at] not in allowed:
            line.wrong(f"rank is {known[at]}, but by points it is {found[at]}.")
    return known
