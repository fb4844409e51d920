"""A whole game on pages: everybody commits, chooses and pays by requests of their own."""

import random

from host_tools.bots.dealer import Dealer
from host_tools.texts.cards import name_in
from tests.web.serving import seat


class GameOfPages:
    """Three phones; the cards in their hands exist only here."""

    def __init__(self, pages, page, seed=1):
        self.pages, self.page = pages, page
        self.rules = self.ask(lambda: pages.table.evening.game.rules)
        self.cookies = {number: seat(pages, number) for number in self.rules.players}
        self.chance = random.Random(seed)
        self.dealer = Dealer(seed)
        self.hands, self.age = {}, 0
        self.known = {
            word
            for card in self.rules.box.cards.values()
            for word in (card.id, card.name, name_in(card, "fr"))
        }
        self._seen = set()
        self._laid = {}
        self.secrets = {}  # round: what nobody may read while cards are laid

    def ask(self, work):
        return self.pages.host.call(work)

    def over(self):
        return self.ask(lambda: self.pages.table.evening.game.over)

    def missing(self):
        return [number for number in self.rules.players if number not in self._laid]

    def post(self, number, name, **body):
        self.page.guard.actions._left.clear()
        answer = self.page.post(
            f"/api/seat/{number}/{name}", json=body, headers=self.cookies[number]
        )
        assert answer.status_code == 200, answer.text

    def commit_all_but_one(self):
        """Let all but the last seat commit; return what they hold in secret."""
        game = self.ask(lambda: self.pages.table.evening.game.copy())
        if game.age != self.age:
            self.age = game.age
            hands = self.dealer.hands(self.rules, game.age)
            self.hands = dict(enumerate(hands))
        self._seen |= {
            word
            for city in game.cities
            for card in (*city.built, *city.under)
            for word in (card.id, card.name, name_in(card, "fr"))
        }
        self._seen |= {w for c in game.discard for w in (c.id, c.name, name_in(c, "fr"))}
        for number in self.rules.players[:-1]:
            self._commit(number)
        return dict(self._laid)

    def _commit(self, number):
        card = self.chance.choice(self.hands[number])
        self._laid[number] = card
        turn = self.ask(lambda: self.pages.table.evening.round_number)
        self.secrets.setdefault(turn, set()).update(self.new_words(number, card))
        self.post(number, "commit", card=card.id)

    def new_words(self, number, card):
        """The words that only the owner of this card can know: no copy of it was seen."""
        return {card.id, card.name, name_in(card, "fr")} - self._seen

    def finish_turn(self):
        """The last seat commits, all choose and pay; then the hands go round."""
        self._commit(self.rules.players[-1])
        before = self.ask(lambda: len(self.pages.table.evening.past))
        while self.ask(lambda: len(self.pages.table.evening.past)) == before:
            self.ask(lambda: self.pages.table.tick(1e12))
            for number in self.rules.players:
                self._answer(number)
        for number, card in self._laid.items():
            self.hands[number].remove(card)
        self._laid = {}
        onward = self.rules.right if self.age == 2 else self.rules.left
        self.hands = {onward[number]: hand for number, hand in self.hands.items()}

    def _answer(self, number):
        ask = self.ask(lambda: self.pages.private(number, "en"))["ask"]
        if ask is None:
            return
        if ask["takes_card"]:
            self.post(number, "decline")
        else:
            self.post(number, "take", option=self.chance.randrange(len(ask["options"])))
