"""What everybody has to do with coins, cards and tokens after a turn."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from host_tools.rules.game import Game
from host_tools.rules.moves import WONDER, Move, is_closed
from host_tools.texts import say
from host_tools.texts.cards import count, name_in
from host_tools.texts.scores import seat_name

TEXT_MAX = 40  # letters on a small display


@dataclass(slots=True)
class TurnFacts:
    """What changed for one seat in a turn: machine-readable, and the source of the sentences."""

    card: str = ""  # nothing where it stays closed
    action: str = ""
    stage: int = 0  # the stage under which the card goes
    pay_left: int = 0
    pay_right: int = 0
    from_left: int = 0
    from_right: int = 0
    bank: int = 0  # what is taken from the bank, less what is paid to it
    debts: int = 0
    victories: list[int] = field(default_factory=list)
    defeats: int = 0  # fewer than nothing: given back
    diplomacy: int = 0
    built: list[str] = field(default_factory=list)  # cards that came from elsewhere


def facts_of(before: Game, after: Game, moves: Iterable[tuple[int, Move]]) -> dict[int, TurnFacts]:
    """Compare a game before and after a turn, conflicts included."""
    rules = after.rules
    found = {seat: TurnFacts() for seat in rules.seats}
    for seat, move in moves:
        mine = found[seat]
        mine.pay_left += move.payment.left
        mine.pay_right += move.payment.right
        found[rules.left[seat]].from_right += move.payment.left
        found[rules.right[seat]].from_left += move.payment.right
        if not mine.action:
            mine.card = "" if is_closed(move.action) else move.card.id
            mine.action = move.action
            if move.action == WONDER:
                mine.stage = before.cities[seat].stage_number(move.payment.stage)
    for mine, old, new in zip(found.values(), before.cities, after.cities, strict=True):
        traded = mine.from_left + mine.from_right - mine.pay_left - mine.pay_right
        mine.bank = new.coins - old.coins - traded
        mine.debts = new.debt - old.debt
        mine.victories = new.victories[len(old.victories) :]
        mine.defeats = new.defeats - old.defeats
        mine.diplomacy = new.diplomacy - old.diplomacy
        placed = [*new.built[len(old.built) :], *new.leaders[len(old.leaders) :]]
        mine.built = [card.id for card in placed if card.id != mine.card]
    return found


def coins_text(facts: TurnFacts, lang: str = "en") -> str:
    """Say which coins a seat pays and takes, short enough for a small display."""
    paid = [("left", facts.pay_left), ("right", facts.pay_right), ("bank", max(0, -facts.bank))]
    taken = [("left", facts.from_left), ("right", facts.from_right), ("bank", max(0, facts.bank))]
    parts = {"pay": coin_parts(paid, lang), "take": coin_parts(taken, lang)}
    text = " ".join(say(f"coins.{verb}", lang, coins=said) for verb, said in parts.items() if said)
    if len(text) <= TEXT_MAX:
        return text
    sums = [sum(number for _, number in coins) for coins in (paid, taken)]
    return say("coins.sums", lang, paid=sums[0], taken=sums[1])


def coin_parts(coins: Iterable[tuple[str, int]], lang: str = "en") -> str:
    """Say how many coins go where: `2 left 1 bank`; nothing for no coins."""
    return " ".join(say(f"coins.{side}", lang, number=number) for side, number in coins if number)


def sentences(game: Game, seat: int, facts: TurnFacts, lang: str = "en") -> list[str]:
    """Say what a seat has to do, one thing a sentence."""
    rules = game.rules
    names = {
        "left": seat_name(rules, rules.left[seat], lang),
        "right": seat_name(rules, rules.right[seat], lang),
    }

    def instruct(key: str, number: int = 0, card: str = "") -> str:
        return say(
            f"todo.{key}",
            lang,
            number=number,
            coins=count(number, "coins", lang),
            debts=count(number, "debts", lang),
            card=name_in(rules.box.cards[card], lang) if card else "",
            stage=facts.stage,
            **names,
        )

    found = [instruct(facts.action, card=facts.card)] if facts.action else []
    found += [instruct("built", card=card) for card in facts.built]
    for key in ("pay_left", "pay_right", "from_left", "from_right"):
        if number := getattr(facts, key):
            found.append(instruct(key, number))
    if facts.bank:
        found.append(instruct("bank" if facts.bank > 0 else "to_bank", abs(facts.bank)))
    if facts.debts:
        found.append(instruct("debts", facts.debts))
    found += [instruct("victory", value) for value in facts.victories]
    for key in ("defeats", "diplomacy"):
        if number := getattr(facts, key):
            found.append(instruct(key if number > 0 else f"no_{key}", abs(number)))
    return found
