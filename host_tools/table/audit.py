"""An audit: every seat lays its cards one after another, and the host says what does not fit."""

from collections import Counter
from dataclasses import dataclass, field

from card_db.cards import Card
from host_tools.rules.game import Game
from host_tools.texts import say
from host_tools.texts.cards import name_in
from host_tools.texts.scores import seat_name


@dataclass(slots=True)
class Audit:
    """What has been laid so far; a tag counts once, wherever it is laid again."""

    game: Game
    laid: dict[str, tuple[int, Card]] = field(default_factory=dict)  # uid: (seat, card)
    done: set[int] = field(default_factory=set)  # seats that have laid all their cards

    @property
    def complete(self) -> bool:
        """Has everybody finished?"""
        return len(self.done) == self.game.rules.number

    def findings(self) -> list[tuple[int, str, Card]]:
        """Return what is missing, extra, or in the wrong city, seat by seat."""
        found: list[tuple[int, str, Card]] = []
        seats = self.game.rules.seats
        seen = {seat: Counter(c for s, c in self.laid.values() if s == seat) for seat in seats}
        for seat in seats:
            city = self.game.cities[seat]
            expected = Counter([*city.built, *city.leaders])
            for card in (seen[seat] - expected).elements():
                elsewhere = any(
                    card in self.game.cities[s].built and not seen[s][card] for s in seats
                )
                found.append((seat, "wrong_city" if elsewhere else "extra", card))
            if seat in self.done:
                found += [(seat, "missing", card) for card in (expected - seen[seat]).elements()]
        return found

    def laid_by(self, seat: int) -> int:
        """Return how many cards a seat has laid so far."""
        return sum(by == seat for by, _ in self.laid.values())


def report(audit: Audit, lang: str = "en") -> list[str]:
    """Say what an audit has found, and who has not finished.

    A card that lies in no city may be a closed one, or in a hand, and is not named.
    """
    rules = audit.game.rules
    names = [seat_name(rules, seat, lang) for seat in rules.seats]
    left = [seat for seat in rules.players if seat not in audit.done]
    return [
        *(
            say(f"audit.{what}", lang, player=names[seat], card=name_in(card, lang))
            for seat, what, card in audit.findings()
        ),
        *(say("audit.unfinished", lang, player=names[seat]) for seat in left),
    ]
