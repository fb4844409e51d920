"""The tests are tested: without each safeguard of the protocol the campaigns must fail."""

from dataclasses import replace

import pytest

from firmware.link import BODY_MAX, Splitter
from firmware.seat import seat as firmware_seat
from firmware.seat.question import Taps
from firmware.seat.sight import Sight
from host_tools.link.events import Committed
from host_tools.link.wanted import SeatState
from host_tools.table import asks, decisions, reports, states, table, view
from host_tools.table.entries import Declare, Undeclare, Withdraw
from host_tools.table.evening import Evening
from host_tools.table.journal import Journal
from host_tools.table.mistake import Mistake
from host_tools.table.pace import Stopwatches
from host_tools.table.table import Table
from tests.link.room import Board
from tests.table.arena import Faults
from tests.table.campaign import Shape, campaign, reference
from tests.table.referee import FoulError

pytestmark = pytest.mark.slow

SEEDS = range(30)
SMALL = Shape(turns=4)
AN_AGE = Shape(5, turns=8)  # leftover cards are asked for at its end, where somebody may dig
NOISE = Faults(damage=0.3)
LOUD = Faults(damage=0.5)
RESETS = Faults(resets=0.05)
PAGES = Faults(damage=0.5, pages=0.5)
VOIDS = Faults(voids=0.2, flicker=0.2, damage=0.2)


@pytest.fixture(autouse=True)
def honest_games():
    """Play the games without faults before a safeguard is taken away."""
    for seed in SEEDS:
        reference(seed, SMALL)


def assert_noticed(faults, why="", seeds=SEEDS, shape=SMALL):
    """The campaign breaks a rule, gets stuck, or ends with another score."""
    try:
        figures = campaign(faults, seeds, lambda seed: shape)
    except Exception as error:
        assert why in str(error), error
        return
    assert not why
    assert figures["lost"] + figures["doubled"] + figures["wrong"]


def test_nothing_is_noticed_where_nothing_is_missing():
    for faults in (NOISE, RESETS, VOIDS, Faults()):
        figures = campaign(faults, range(4), lambda seed: SMALL)
        assert not figures["lost"] + figures["doubled"] + figures["wrong"]


def test_without_the_crc(monkeypatch):
    def trusting(self, line):
        body = line[1:-9]
        return body if 1 <= len(body) <= BODY_MAX and line[-9:-8] == b"*" else None

    monkeypatch.setattr(Splitter, "_open", trusting)
    assert_noticed(NOISE)


def test_without_the_stale_card_rule(monkeypatch):
    frame = SeatState.frame

    def forgetful(self, sid, v):
        plain = SeatState(
            self.phase, self.game, self.round, self.step, self.light, self.sound, None, self.text
        )
        return frame(plain, sid, v)

    monkeypatch.setattr(SeatState, "frame", forgetful)
    # A seat that was not reset knows by itself what it has committed.
    assert_noticed(RESETS, "played last")


def test_without_a_nonce_that_survives_a_reset(monkeypatch):
    start = Board.start

    def fresh(self, now):
        self._secret = self._rng.randbytes(32)
        start(self, now)

    monkeypatch.setattr(Board, "start", fresh)
    assert_noticed(RESETS)


def test_without_the_round_in_a_report(monkeypatch):
    monkeypatch.setattr(reports, "_check_round", lambda table, seat, event: None)
    assert_noticed(VOIDS)


@pytest.mark.parametrize("leak", ["wire", "commitment", "journal", "view"])
def test_without_the_hiding_of_cards(monkeypatch, leak):
    LEAKS[leak](monkeypatch)
    assert_noticed(Faults(), WHY[leak])


def leak_on_the_wire(monkeypatch):
    """A sealed game is played as if it were assisted."""
    phase = states._phase
    early = lambda *now: ("open", *phase(*now)[1:]) if phase(*now)[0] == "play" else phase(*now)  # noqa: E731
    monkeypatch.setattr(states, "_phase", early)


def leak_in_the_commitment(monkeypatch):
    monkeypatch.setattr(
        firmware_seat, "commit", lambda nonce, game, turn, seat, uid: uid.hex().ljust(32, "0")
    )


def leak_in_the_journal(monkeypatch):
    """The host learns cards early, and its commitments tell them."""
    committed = reports.REPORTS[Committed]

    def chatty(table, seat, event):
        found = committed(table, seat, event)
        hand = sorted(set(table.tags.values()))
        return [replace(entry, by=hand) for entry in found]

    monkeypatch.setitem(reports.REPORTS, Committed, chatty)


def leak_in_the_view(monkeypatch):
    shown = view._seat

    def chatty(table, seat, *more):
        return shown(table, seat, *more) | {"hint": table.evening.round.commits.get(seat)}

    monkeypatch.setattr(view, "_seat", chatty)


LEAKS = {
    "wire": leak_on_the_wire,
    "commitment": leak_in_the_commitment,
    "journal": leak_in_the_journal,
    "view": leak_in_the_view,
}
WHY = {
    "wire": "on the wire",
    "commitment": "on the wire",
    "journal": "is written",
    "view": "a public view",
}


@pytest.mark.parametrize("faults", [LOUD, PAGES], ids=["answered", "answered elsewhere"])
def test_without_asking_before_a_card_is_named(monkeypatch, faults):
    """A seat that has not heard of the next round names the secret card of it."""

    def hasty(self):
        return ("TG", self._uids[0].hex()) if self._uids else None

    monkeypatch.setattr(Taps, "report", hasty)
    assert_noticed(faults, "on the wire", shape=AN_AGE)


def test_without_durable_before_ack(monkeypatch):
    report = Table._report

    def hasty(self, event, now):
        self.hub.ack(event.board, event.seq)
        return report(self, event, now)

    for kind, handler in list(table._HANDLERS.items()):
        if handler is report:
            monkeypatch.setitem(table._HANDLERS, kind, hasty)
    assert_noticed(Faults(), "synced")


def test_with_a_journal_that_writes_later(monkeypatch):
    waiting = []
    append = Journal.append

    def lazy(self, game, first, entries, now):
        """Keep each write back until the next one."""
        waiting.append((game, first, list(entries), now))
        if len(waiting) > 1:
            append(self, *waiting.pop(0))

    monkeypatch.setattr(Journal, "append", lazy)
    assert_noticed(Faults(crashes=0.1), "not what was written")


def test_with_a_session_that_keeps_what_was_acknowledged(monkeypatch):
    monkeypatch.setattr(firmware_seat.Commitment, "forget", lambda self: None)
    with pytest.raises(FoulError, match="a new session"):
        campaign(Faults(crashes=0.1), SEEDS, lambda seed: SMALL)


def test_without_the_confirmation_in_the_present_session(monkeypatch):
    monkeypatch.setattr(Table, "absent", lambda self: [])
    assert_noticed(Faults(absences=0.8), "locked unconfirmed")


def test_without_the_empty_tray_after_a_refusal(monkeypatch):
    monkeypatch.setattr(Sight, "hold", lambda self, tags, complaint: None)
    monkeypatch.setattr(
        Table, "state_of", lambda self, board: replace(shown(self, board), stale=None)
    )
    assert_noticed(Faults(wrong=0.8), "before its tray has been empty")


shown = Table.state_of


def test_with_an_undo_that_one_alone_can_call(monkeypatch):
    monkeypatch.setattr(Mistake, "call", lambda self, *call: True)
    assert_noticed(Faults(calls=0.05), "alone")


def test_with_a_countdown_by_the_clock_on_the_wall(monkeypatch):
    tick = Table.tick
    monkeypatch.setattr(Table, "tick", lambda self, now, steady: tick(self, now, now))
    assert_noticed(Faults(clocks=0.05, countdown=1), "before the countdown was over")


# What is done with the cards

KEEN = Shape(turns=4, grace=2, keen=True)
CALM = Shape(turns=4, grace=2)
MINDS = Faults(minds=0.8)


def test_nothing_is_noticed_where_people_press_before_the_lock():
    for shape in (KEEN, CALM, replace(KEEN, strict=True), replace(KEEN, grace=None)):
        figures = campaign(MINDS, range(4), lambda seed, shape=shape: shape)
        assert not figures["lost"] + figures["doubled"] + figures["wrong"]


def tell_in_the_state(monkeypatch):
    state = states.state_of

    def telling(evening, seat, *more):
        return replace(state(evening, seat, *more), text=evening.round.actions.get(seat, ""))

    monkeypatch.setattr(table, "state_of", telling)


def tell_on_a_page(monkeypatch):
    seen = view._seat

    def telling(table, seat, *more):
        return seen(table, seat, *more) | {"hint": table.evening.round.actions.get(seat)}

    monkeypatch.setattr(view, "_seat", telling)


@pytest.mark.parametrize("tell", [tell_in_the_state, tell_on_a_page])
def test_without_the_same_answer_to_every_key(monkeypatch, tell):
    tell(monkeypatch)
    assert_noticed(Faults(), "which key was pressed", shape=KEEN)


def test_with_a_refusal_of_what_is_not_possible_before_the_lock(monkeypatch):
    """It would tell something of the card."""
    pressed = decisions.declare

    def strict(evening, seat, action, choose=False):
        if evening.phase == "lay" and action == "wonder":
            raise decisions.refuse("This cannot be.", seat)
        return pressed(evening, seat, action, choose)

    monkeypatch.setattr(decisions, "declare", strict)
    assert_noticed(Faults(), "a refusal tells", shape=KEEN)


def test_with_a_card_that_is_built_though_that_is_not_legal(monkeypatch):
    monkeypatch.setattr(asks, "_default", lambda evening, seat, legal: "build")
    assert_noticed(Faults(), "is not legal", shape=replace(CALM, grace=0))


def test_without_the_grace(monkeypatch):
    monkeypatch.setattr(Stopwatches, "reached", lambda self, seconds, now: list(self._since))
    assert_noticed(Faults(), "before the grace is over", shape=CALM)


def test_with_cards_that_are_built_while_their_seat_is_away(monkeypatch):
    monkeypatch.setattr(Table, "reachable", lambda self, seat: True)
    assert_noticed(Faults(replugs=0.05), "while its seat is away", shape=CALM)


def test_with_a_card_that_is_built_though_something_else_was_chosen(monkeypatch):
    legal_default = asks._default

    def forgetful(evening, seat, legal):
        evening.round.undeclared.discard(seat)
        return legal_default(evening, seat, legal)

    monkeypatch.setattr(asks, "_default", forgetful)
    assert_noticed(Faults(), "though something else was chosen", shape=KEEN)


def test_with_a_card_that_is_built_where_people_want_to_be_asked(monkeypatch):
    def hasty(self, now):
        evening = self.evening
        found = asks.asks(evening).values() if evening.phase == "declare" else ()
        seats = [ask.seat for ask in found if ask.letters.startswith("b")]
        self.record([Declare(seat, "build") for seat in seats], now)

    monkeypatch.setattr(Table, "_end_grace", hasty)
    assert_noticed(Faults(), "want to be asked", shape=replace(CALM, grace=None))


def keep_actions(monkeypatch):
    """What was chosen for a card stays when another one is laid."""
    commit = decisions.commit

    def keeping(evening, seat, commitment, by=""):
        found = commit(evening, seat, commitment, by)
        return [entry for entry in found if not isinstance(entry, Undeclare)]

    monkeypatch.setattr(decisions, "commit", keeping)


def test_with_a_key_that_counts_for_the_next_card(monkeypatch):
    keep_actions(monkeypatch)
    assert_noticed(MINDS, "counts for another card", shape=KEEN)


def test_with_a_key_that_counts_after_its_card_was_lifted(monkeypatch):
    keep_actions(monkeypatch)
    apply = Evening.apply

    def keeping(self, entry):
        actions = dict(self.round.actions)
        apply(self, entry)
        if isinstance(entry, Withdraw):
            self.round.actions = actions

    monkeypatch.setattr(Evening, "apply", keeping)
    assert_noticed(Faults(flicker=0.3), "was chosen", shape=replace(CALM, grace=None))


def test_with_a_reveal_before_all_have_decided(monkeypatch):
    shown = view._seat

    def early(table, seat, *more):
        card = table.evening.round.cards.get(seat)
        return shown(table, seat, *more) | {"hint": card and card.id}

    monkeypatch.setattr(view, "_seat", early)
    assert_noticed(Faults(), "before the reveal", shape=CALM)
