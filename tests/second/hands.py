"""The cards in hand, where a record deals them, and the discard pile."""


def last_card(play: dict) -> dict | None:
    extra = play.get("extra")  # a Leader may come before it
    return last_card(extra) if extra and extra["action"] == "recruit" else extra


class Hands:
    """Hands of all seats; in a game of two the third hand is the Free City's draw pile."""

    def __init__(self, two_players: bool) -> None:
        self.two_players, self.age, self.pile_known = two_players, 0, True
        self.cards: list[list[str]] = []
        self.leaders: list[list[str]] | None = None
        self.holders: dict[str, set[int]] = {}  # of Leaders that are out: who may still hold each
        self.pile, self.box = [], set()  # the box: Leaders that are out and were put back

    def deal(self, line: dict) -> None:
        hands = [list(hand) for hand in line["hands"]]
        if line["age"]:
            self.age, self.cards = line["age"], hands
            self._draw(1)
        else:
            self.leaders = hands
            self.holders = {leader: {seat} for seat, hand in enumerate(hands) for leader in hand}

    def _holder(self, turn: int) -> int:
        return (turn - 1 + (self.age == 2)) % 2  # B6

    def _draw(self, turn: int) -> None:
        if self.two_players and len(self.cards[2]) > 1:
            self.cards[self._holder(turn)].append(self.cards[2].pop(0))

    def of(self, seat: int, age: int, turn: int) -> list[str] | None:
        if turn == 0:
            return None if self.leaders is None else self.leaders[seat]
        if age != self.age:
            return None
        return self.cards[self._holder(turn) if self.two_players and seat == 2 else seat]

    def play(self, seat: int, card: str, age: int, turn: int) -> None:
        hand = self.of(seat, age, turn)
        if hand is not None:
            assert card in hand, f"Seat {seat} does not hold {card}."
            hand.remove(card)
        if turn == 0:
            assert seat in self.holders.get(card, {seat}), f"{card} is out already."
            self.holders[card] = set()
            self.box.discard(card)

    def draw(self, seat: int, leaders: list[str] | None, box_too: bool) -> None:
        """Draw Leaders that nobody had (P14), or that were put back (B13); None: nobody knows."""
        drawn, box = leaders or [], self.box if box_too else set()
        assert not set(drawn) & (self.holders.keys() - box), f"{drawn} cannot be drawn."
        for leader in box if leaders is None else drawn:
            self.holders[leader] = {seat, *self.holders.get(leader, ())}
        self.box -= set(drawn)
        if self.leaders and leaders:
            self.leaders[seat] += leaders
        else:
            self.leaders = None

    def leave_over(self, plays: list[dict], age: int) -> None:
        self.pile_known &= age == self.age
        if age != self.age:
            self.pile += [play["left"] for play in plays if "left" in play]
            return
        self.pile += [card for hand in self.cards for card in hand]
        for play in plays:  # Babylon's extra card is not left over
            if extra := last_card(play):
                assert extra["card"] in self.cards[play["seat"]], f"{extra['card']} is not left."
                self.pile.remove(extra["card"])

    def take(self, card: str) -> None:
        assert card in self.pile or not self.pile_known, f"{card} is not in the discard pile."
        if card in self.pile:
            self.pile.remove(card)

    def pass_on(self, age: int, turn: int) -> None:
        if age != self.age or turn == 0:
            return
        if self.two_players:  # RB p.7: the stacks cross the Border
            self.cards[:2] = self.cards[1::-1]
            self._draw(turn + 1)
        else:
            step = 1 if age == 2 else -1
            self.cards = self.cards[step:] + self.cards[:step]
