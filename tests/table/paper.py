"""A table without boards: everybody plays on a page. For tests of what the table decides."""

from host_tools.table import decisions
from host_tools.table.entries import TableSetup
from host_tools.table.journal import Journal
from host_tools.table.table import Table
from tests.rules.table import THREE, setup


class Silence:
    """A hub with no boards; it remembers what it was told."""

    def __init__(self):
        self.acked, self.refused = [], []
        self.shown, self.laid_out = {}, {}

    def show(self, board, state):
        self.shown[board] = state

    def ack(self, board, seq):
        self.acked.append((board, seq))

    def refuse(self, board, seq, reason):
        self.refused.append((board, seq, reason))

    def assign(self, board, seat):
        pass

    def deck(self, board, game, uids):
        pass

    def tiles(self, board, tiles):
        self.laid_out[board] = tiles


def new_table(tmp_path, wonders=THREE, tags=None, **more) -> Table:
    rules = {
        k: more.pop(k) for k in ("edition", "sets", "variant", "rulings", "house") if k in more
    }
    table_setup = TableSetup(setup(wonders, **rules), **{"countdown": 0, **more})
    return Table.begin(Journal(tmp_path / "journal.db"), table_setup, tags or {}, Silence(), 0.0)


def resumed(table: Table) -> Table:
    """The same table after the host was started again."""
    table.journal.close()
    journal = Journal(table.journal.path)
    return Table.resume(journal, table.number, table.tags, Silence(), 0.0)


def lay(table: Table, *cards: str) -> None:
    """Everybody commits a card on a page, by seat; then the table locks."""
    for seat, card in enumerate(cards):
        table.commit_page(seat, card, 0.0)
    table.tick(0.0)


def declare(table: Table, *actions: str) -> None:
    for seat, action in enumerate(actions):
        table.record(decisions.declare(table.evening, seat, action), 0.0)


def turn(table: Table, *plays: str) -> None:
    """A whole turn: "build altar", "sell baths" and so on; the cheapest payment is taken."""
    words = [play.split() for play in plays]
    lay(table, *(card for _, card in words))
    declare(table, *(action for action, _ in words))
    while table.evening.phase == "pay":
        seat = next(s for s in table.evening.round.seats if s not in table.evening.round.moves)
        table.record(decisions.take(table.evening, seat, 0), 0.0)


def coins(table: Table) -> list[int]:
    return [city.coins for city in table.evening.game.cities]


def play_on(table: Table, plays: dict[tuple[int, int], dict[int, str]]) -> Table:
    """Play to the end: these plays by Age, turn and seat; everybody else sells any card."""
    game = table.evening.game
    while not table.evening.game.over:
        game = table.evening.game
        named = plays.get((game.age, game.turn), {})
        meant = {play.split()[1] for row in plays.values() for play in row.values()}
        rest = iter(_unseen(game, meant))
        turn(table, *(named.get(seat) or f"sell {next(rest)}" for seat in game.rules.players))
        while table.evening.phase == "ask":
            seat = table.evening.game.questions[0].seat
            table.record(decisions.answer(table.evening, seat, None), 0.0)
    return table


def _unseen(game, meant):
    deck = game.rules.decks[game.age]
    for card in sorted(deck, key=lambda card: card.id):
        yield from [card.id] * (deck[card] - game.used[card] if card.id not in meant else 0)
