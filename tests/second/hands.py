"""The cards in hand, where a record deals them, and the discard pile."""


class Hands:
    """Hands of all seats; in a game of two the third hand is the Free City's draw pile."""

    def __init__(self, two_players: bool) -> None:
        self.two_players, self.age, self.pile_known = two_players, 0, True
        self.cards: list[list[str]] = []
        self.leaders: list[list[str]] | None = None
        self.pile: list[str] = []

    def deal(self, line: dict) -> None:
        hands = [list(hand) for hand in line["hands"]]
        if line["age"]:
            self.age, self.cards = line["age"], hands
            self._draw(1)
        else:
            self.leaders = hands

    def _holder(self, turn: int) -> int:
        return (turn - 1 + (self.age == 2)) % 2  # B6

    def _draw(self, turn: int) -> None:
        if self.two_players and len(self.cards[2]) > 1:
            self.cards[self._holder(turn)].append(self.cards[2].pop(0))

    def of(self, seat: int, age: int, turn: int) -> list[str] | None:
        """Return the hand from which a seat plays, None if it is unknown."""
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

    def leave_over(self, plays: list[dict], age: int) -> None:
        """Lay the leftover cards on the pile before the picks of the last turn."""
        self.pile_known &= age == self.age
        if age != self.age:
            self.pile += [play["left"] for play in plays if "left" in play]
            return
        self.pile += [card for hand in self.cards for card in hand]
        for play in plays:  # Babylon's extra card is not left over
            extra = play.get("extra", {"action": "recruit"})
            if extra["action"] != "recruit":
                assert extra["card"] in self.cards[play["seat"]], f"{extra['card']} is not left."
                self.pile.remove(extra["card"])

    def take(self, card: str) -> None:
        assert card in self.pile or not self.pile_known, f"{card} is not in the discard pile."
        if card in self.pile:
            self.pile.remove(card)

    def pass_on(self, age: int, turn: int) -> None:
        """Pass hands to the left in Ages I and III, to the right in Age II."""
        if age != self.age or turn == 0:
            return
        if self.two_players:  # RB p.7: the stacks cross the Border
            self.cards[:2] = self.cards[1::-1]
            self._draw(turn + 1)
        else:
            step = 1 if age == 2 else -1
            self.cards = self.cards[step:] + self.cards[:step]
