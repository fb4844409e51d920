"""The game itself: plays, losses and conflicts, line by line of a record."""

import json
from dataclasses import dataclass, field
from functools import partial

from .cards import Card, catalogue, stages_at
from .city import Active, City
from .hands import Hands, last_card
from .market import Bill, Market, cheapest, undominated
from .score import best_sheet

KINDS = {"wonder": "stage", "recruit": "leader"}  # what effects call these actions


@dataclass
class Plan:
    """A play with its price, what was in force before it and what it takes from the pile."""

    seat: int
    play: dict
    card: Card
    before: list[Active]
    wishes: list[str | None]
    bill: Bill = field(default_factory=Bill)
    chain: bool = False
    stage: int = 0


class SecondGame:
    """A game that is told by the lines of its record."""

    def __init__(self, setup: dict) -> None:
        self.setup, self.sets, seats = setup, setup["sets"], setup["seats"]
        self.rulings = setup.get("rulings", {})
        self.cards, boards = catalogue(setup["edition"], json.dumps(setup.get("house", [])))
        self.size = len(seats)
        self.players = [n for n in range(self.size) if not seats[n].get("free_city")]
        lying = [boards[f"{seat['wonder']}_{seat.get('side', 'A').lower()}"] for seat in seats]
        self.cities = []
        for n, board in enumerate(lying):
            stages = stages_at(board, lying[(n + 1) % self.size], lying[n - 1])
            city = City(n, seats[n]["wonder"], board, stages)
            usual = 6 if n in self.players else self.rulings.get("free_city_coins", 3)  # R6, B10
            city.coins = usual if "leaders" in self.sets else 3
            city.coins += sum(e.get("coins", 0) for e in board.effects if "on" not in e)
            self.cities.append(city)
        self.age, self.open_turn, self.finished = 1, False, False
        self.turn = self.first_turn = 0 if "leaders" in self.sets else 1
        # R103, R170: one turn more with Cities, but not with eight players.
        self.last_turn = 7 if "cities" in self.sets and self.size < 8 else 6
        self.hands = Hands(setup["variant"] == "two_player")
        self.trace: list[dict] = []
        self.losses, self.picks, self.given_up = [], [], []  # what waits for its time
        self.plays, self.final = {}, {}

    def _neighbours(self, seat: int) -> list[City]:
        return [self.cities[(seat + 1) % self.size], self.cities[seat - 1]]

    def _with(self, active: Active, seat: int) -> list[City]:
        both = self._neighbours(seat)
        cities = {
            "own": [self.cities[seat]],
            "left": both[:1],
            "right": both[1:],
            "neighbours": both,
        }
        cities["others"] = [city for city in self.cities if city.seat != seat]
        return cities[active.effect.get("with", "own")]

    def _times(self, active: Active, seat: int) -> int:
        per, of = active.effect.get("per"), active.effect.get("of", "own")
        own, others = [self.cities[seat]], self._neighbours(seat)
        whose = {"own": own, "neighbours": others, "all": own + others}[of]
        stones = self.rulings.get("stone_of_all_cards", False)
        return sum(city.count(per, self.age, active.color, stones) for city in whose) if per else 1

    def _rights(self, seat: int, action: str, card: Card) -> list[Active]:
        kinds = {KINDS.get(action, card.color)}
        if action == "build":
            old_color = any(own.color == card.color for own in self.cities[seat].built)  # O7
            place = {1: "first", self.last_turn: "last"}.get(self.turn)
            kinds |= {"card", None if old_color else "new_color"}
            kinds |= {None if self.plays else place}  # not for Babylon's extra card
        return [r for r in self.cities[seat].having("free") if r.effect["free"] in kinds]

    def _discount(self, seat: int, on: str) -> int:
        city = self.cities[seat]
        active = [(c.seat, a) for c in self.cities for a in c.having("discount")]
        active = [(n, a) for n, a in active if a.effect["on"] == on and city in self._with(a, n)]
        return sum(a.effect["discount"] for _, a in active)

    def _ways(self, seat: int, action: str, thing: Card, play: dict | None = None) -> set[Bill]:
        # RB p.7: a play that names a purchase is not free.
        city, buy, paid = self.cities[seat], (play or {}).get("buy"), self._paid(play or {})
        free = not paid and any(not r.limit for r in self._rights(seat, action, thing))
        if action == "build" and (free or (city.chains(thing) and not paid)):
            return {Bill()}
        coins = self.age if thing.coins == "age" else int(thing.coins)  # R87
        discount = self._discount(seat, KINDS.get(action, thing.color))
        if action == "recruit":
            coins, discount = 0 if free else max(0, coins - discount), 0  # O8
        resources = "" if free else thing.resources  # R143: a stage's coins are still paid
        return Market(city, *self._neighbours(seat)).ways(resources, coins, discount, buy)

    def _paid(self, play: dict) -> bool:
        return any(play.get("buy", {}).values()) or any(play.get("pay", {}).values())

    def options(self) -> dict | None:
        """Return what each seat can do in the coming turn, None if hands are unknown."""
        self._close({})
        seats = range(self.size) if self.turn else self.players
        hands = {seat: self.hands.of(seat, self.age, self.turn) for seat in seats}
        if self.finished or None in hands.values():
            return None
        return {str(seat): self._seat_options(seat, hand or []) for seat, hand in hands.items()}

    def _seat_options(self, seat: int, hand: list[str]) -> dict:
        city, action = self.cities[seat], "build" if self.turn else "recruit"
        cards = [self.cards[name] for name in hand if not city.has(self.cards[name].name)]
        bills = {card.id: self._ways(seat, action, card) for card in cards}
        ways = {name: undominated(bills.get(name, ())) for name in hand}
        stages: dict[str, list] = {}
        for n in city.next_stages():
            stages[str(n + 1)] = undominated(self._ways(seat, "wonder", city.stages[n]))
        any_order = {"order": "any"} in city.board.effects
        return {"wonder": stages if any_order else next(iter(stages.values()), []), action: ways}

    def apply(self, line: dict) -> None:
        """Play the next line of the record."""
        kind = line["type"]
        self._close(line["debts"] if kind == "settle" else {})
        if kind == "deal":
            self.hands.deal(line)
            self.last_turn = len(line["hands"][0]) - 1 if line["age"] else self.last_turn
        elif kind == "turn":
            self._turn(line)
        elif kind == "age_end" and self.hands.age != line["age"]:
            self.hands.pile += [left["card"] for left in line["discarded"]]
        elif kind == "final":
            self.final = line

    def _turn(self, line: dict) -> None:
        plays, where = line["plays"], (line["age"], line["turn"])
        assert where == (self.age, self.turn), f"Turn {self.age}.{self.turn} is due, not {where}."
        # RB p.4: prices and coins are those before the turn, for everybody.
        plans = [self._plan(play["seat"], play) for play in plays]
        self.plays = {play["seat"]: play for play in plays}
        for play in plays:
            self.hands.play(play["seat"], play["card"], *where)
        self._carry_out(plans)
        if self.turn == self.last_turn:
            self.hands.leave_over(plays, self.age)
        # B1: Babylon before Halikarnassos in 1e, after it in 2e.
        if not self.rulings.get("babylon_first", self.setup["edition"] == "1e"):
            self._take_picks()
        for play in plays:
            extra, city = last_card(play), self.cities[play["seat"]]
            if extra:
                rights = [right.effect["play"] for right in city.having("play")]
                assert "last_card" in rights, f"Seat {city.seat} has no right to its last card."
                if self.rulings.get("babylon_new_turn", True):  # B9
                    city.start_turn()
                self._carry_out([self._plan(city.seat, extra)])
        self._take_picks()
        self.plays = {}
        self.hands.pass_on(*where)
        self.open_turn = True
        if not self.losses:
            self._close({})

    def _plan(self, seat: int, play: dict) -> Plan:
        city, card, action = self.cities[seat], self.cards[play["card"]], play["action"]
        wish = play.get("from_discard")
        wishes = list(wish) if isinstance(wish, list) else [wish]
        plan = Plan(seat, play, card, city.effects(), wishes)
        if action == "sell":
            return plan
        thing = card
        if action == "wonder":
            stages = city.next_stages()
            plan.stage = play.get("stage", min(stages, default=0) + 1) - 1
            assert plan.stage in stages, f"Seat {seat} cannot build stage {plan.stage + 1} now."
            thing = city.stages[plan.stage]
        else:
            assert not city.has(card.name), f"Seat {seat} already has {card.name}."
        # B4, B7: a chain is used first, and a limited right is kept.
        plan.chain = action == "build" and city.chains(card) and not self._paid(play)
        pay, free = play.get("pay"), play.get("free")
        if free and not plan.chain:
            rights = [r for r in self._rights(seat, action, thing) if r.limit and r.source == free]
            coins = int(thing.coins) if action == "wonder" else 0
            keys = {right.key() for right in rights} - city.used
            bills = {Bill(bank=coins, used=frozenset([key])) for key in keys}
        else:
            bills = self._ways(seat, action, thing, play)
        if pay is not None:
            bills = {b for b in bills if b[:2] == (pay.get("left", 0), pay.get("right", 0))}
        assert bills, f"Seat {seat} cannot pay for {card.id} ({action}) as in {play}."
        plan.bill = cheapest(bills)
        return plan

    def _carry_out(self, plans: list[Plan]) -> None:
        for plan in plans:
            self.cities[plan.seat].coins -= plan.bill.total
            self.cities[plan.seat].used |= plan.bill.used
            for neighbour, coins in zip(self._neighbours(plan.seat), plan.bill[:2], strict=True):
                neighbour.coins += coins
        for plan in plans:
            self._lay(plan)
        for plan in plans:
            self._resolve(plan)
        for city, play in self.given_up:  # O16: the lowest if nobody says
            named = self.plays.get(city.seat, {}).get("replace", {}).get("give_up")
            named = play.get("replace", {}).get("others", {}).get(str(city.seat), named)
            if city.victories:
                city.victories.remove(named or min(city.victories))
        self.given_up = []
        for plan in plans:
            extra = plan.play.get("extra", {})
            if extra.get("action") == "recruit":  # R73
                self.hands.play(plan.seat, extra["card"], self.age, 0)
                self._carry_out([self._plan(plan.seat, extra)])

    def _lay(self, plan: Plan) -> None:
        city, card, play = self.cities[plan.seat], plan.card, plan.play
        if play["action"] == "wonder":
            city.under[plan.stage] = card
        elif play["action"] == "sell":
            (self.hands.box.add if card.color == "white" else self.hands.pile.append)(card.id)  # O3
        else:
            (city.leaders if card.color == "white" else city.built).append(card)
            city.recruited[card.id] = self.age
            if "courtesan" in play and any(e.get("copy") == "leader" for e in card.effects):
                side = ("left", "right").index(play["courtesan"]["neighbour"])  # R61: at once
                leader = self.cards[play["courtesan"]["leader"]]
                assert leader in self._neighbours(plan.seat)[side].leaders, f"No {leader.id} there."
                city.copies.append(leader)

    def _resolve(self, plan: Plan) -> None:
        city, card, action = self.cities[plan.seat], plan.card, plan.play["action"]
        if action == "sell":
            self._gain(city, 3)
            return
        for side in plan.bill.sellers:
            self._event(city, plan.before, "buy", side)
        if plan.chain:
            self._event(city, plan.before, "chain")
        self._event(city, plan.before, KINDS.get(action, card.color))
        effects = city.stages[plan.stage].effects if action == "wonder" else card.effects
        order = {"wonder": (0, city.board.rank), "recruit": (1, 0)}.get(action, (2, 0))
        self._act(plan, effects, order)

    def _event(self, city: City, before: list[Active], word: str, side: str = "") -> None:
        for active in [active for active in before if active.effect.get("on") == word]:
            unused = not active.limit or active.key(side) not in city.used
            if unused and "discount" not in active.effect:
                city.used |= {active.key(side)} if active.limit else set()
                self._coins_or_loss(active, city)

    def _coins_or_loss(self, active: Active, city: City) -> None:
        if "lose" in active.effect:
            self.losses.append((city.seat, active))
            return
        for other in self._with(active, city.seat):
            self._gain(other, active.effect["coins"] * self._times(active, city.seat))

    def _gain(self, city: City, amount: int) -> None:
        city.coins += amount
        for active in city.having("coins") if amount else []:  # R151
            if active.effect.get("on") == "bank" and active.key() not in city.used:
                city.coins += active.effect["coins"]
                city.used |= {active.key()} if active.limit else set()

    def _act(self, plan: Plan, effects: tuple[dict, ...], order: tuple[int, int]) -> None:
        city, play = self.cities[plan.seat], plan.play
        for effect in [effect for effect in effects if "on" not in effect]:
            active = Active(effect, color=plan.card.color)
            affected = self._with(active, city.seat) if "copy" not in effect else []
            if "coins" in effect or "lose" in effect:
                self._coins_or_loss(active, city)
            elif "debts" in effect:  # O11
                for other in affected:
                    other.debt += effect["debts"]
            elif "take" in effect:
                self.picks.append((order, city.seat, plan))
            elif effect.get("copy") == "leader" and "courtesan" in play:
                leader = self.cards[play["courtesan"]["leader"]]
                self._act(plan, leader.effects, (3, 0))  # P1
            elif "turn" in effect and play.get("abu_simbel"):
                leader = self.cards[play["abu_simbel"]]
                city.leaders.remove(leader)
                age = city.recruited[leader.id]
                city.turned += 2 * (age if leader.coins == "age" else int(leader.coins))  # O19
            elif "draw" in effect and city.seat in self.players:
                box_too = self.rulings.get("rome_draws_sold", False)  # B13
                self.hands.draw(city.seat, play.get("drawn"), box_too)
            elif "diplomacy" in effect:
                city.diplomacy += effect["diplomacy"]
            elif effect.get("victories") == -1:
                self.given_up += [(other, play) for other in affected]
            elif "victories" in effect:
                for other in affected:
                    self._win(other, effect["victories"])
            elif effect.get("defeats") == "none":
                city.defeats = 0

    def _win(self, city: City, value: int | str) -> None:
        city.victories.append(2 * self.age - 1 if value == "age" else int(value))
        self._event(city, city.effects(), "victory")  # R45, O10

    def _take_picks(self) -> None:
        while self.picks:
            self.picks.sort(key=lambda pick: pick[:2])  # O1
            _, seat, plan = self.picks.pop(0)
            name = plan.wishes.pop(0) if plan.wishes else None
            if name is not None:
                self.hands.take(name)
                city, card = self.cities[seat], self.cards[name]
                assert not city.has(card.name), f"Seat {seat} already has {card.name}."  # O2
                play = plan.play | {"action": "build", "buy": {}, "extra": {}}  # P6: it is built
                self._carry_out([Plan(seat, play, card, city.effects(), plan.wishes)])

    def _close(self, debts: dict[str, int]) -> None:
        if not self.open_turn:
            return
        for city in self.cities:
            self._settle(city, debts.get(str(city.seat)))
            city.start_turn()  # P8: a conflict is a turn of its own
        self.open_turn, self.losses = False, []
        self._note({"type": "turn", "age": self.age, "turn": self.turn})
        if (self.age, self.turn) == (3, 0) and self.hands.leaders:  # R23, R92
            for city in self.cities:
                if not any({"play": "leader"} in stage.effects for stage in city.stages):  # P13
                    self.hands.box |= set(self.hands.leaders[city.seat])
        self.turn += 1
        if self.turn > self.last_turn:
            self._conflict()
            self._note({"type": "conflict", "age": self.age})
            self.finished = self.age == 3
            self.age, self.turn = min(3, self.age + 1), self.first_turn

    def _settle(self, city: City, debt: int | None) -> None:
        hit = [active for seat, active in self.losses if seat != city.seat]  # R107, R176, P10
        loss = sum(active.effect["lose"] * self._times(active, city.seat) for active in hit)
        no_debts = "cities" not in self.sets
        debt = max(0, loss - city.coins) if debt is None or no_debts else debt
        assert debt <= loss <= city.coins + debt, f"Seat {city.seat} cannot settle {loss} coins."
        city.coins -= loss - debt
        city.debt += 0 if no_debts else debt

    def _state(self, city: City) -> dict:
        shields = city.having("shields")
        state = {name: getattr(city, name) for name in ("seat", "coins", "debt")}
        state["shields"] = sum(a.effect["shields"] * self._times(a, city.seat) for a in shields)
        return state | {"victory_tokens": sorted(city.victories), "defeat_tokens": city.defeats}

    def _note(self, entry: dict) -> None:
        self.trace.append(entry | {"seats": [self._state(city) for city in self.cities]})

    def _conflict(self) -> None:
        present = [city for city in self.cities if not city.diplomacy]
        fights = {1: 0, 2: 1}.get(len(present), len(present))  # O5, R122
        pairs = [(present[n - 1], present[n], 1) for n in range(fights)]  # O4
        if self.setup["variant"] == "team":  # R177 to R179: never the team-mate
            pairs = [(city, self._neighbours(city.seat)[0]) for city in self.cities[1::2]]
            pairs = [(a, b, 1 if a.diplomacy or b.diplomacy else 2) for a, b in pairs]
        shields = [self._state(city)["shields"] for city in self.cities]
        for *pair, tokens in pairs:
            loser, winner = sorted(pair, key=lambda city: shields[city.seat])
            if shields[winner.seat] > shields[loser.seat]:
                for _ in range(tokens):
                    self._win(winner, "age")
                handed = any(a.effect["defeats"] == "winner" for a in loser.having("defeats"))
                (winner if handed else loser).defeats += tokens  # R40, P16, P17
        for city in self.cities:
            city.diplomacy = max(0, city.diplomacy - 1)  # R118
            city.used = set()

    def result(self) -> dict:
        """Return what `replay --json` prints."""
        self._close({})
        seats = [self._seat_result(city) for city in self.cities]
        team = self.setup["variant"] == "team"
        groups = [[n, n + 1] for n in self.players[::2]] if team else [[n] for n in self.players]
        totals = [sum(seats[n]["score"]["total"] for n in group) for group in groups]
        coins = [sum(self.cities[n].coins for n in group) for group in groups]
        worth = list(zip(totals, coins, strict=True))  # RB p.6: a tie goes by coins
        teams = []
        for number, group in enumerate(groups):
            rank = 1 + sum(other > worth[number] for other in worth)
            teams.append({"team": number, "seats": group, "total": totals[number], "rank": rank})
            for n in group:
                seats[n]["rank"] = rank
        result = {"record": 1, "ok": True, "finished": self.finished, "seats": seats}
        return result | {"teams": teams if team else None}

    def _seat_result(self, city: City) -> dict:
        seat = {"side": "A"} | self.setup["seats"][city.seat] | self._state(city)
        result = {name: value for name, value in seat.items() if name != "free_city"}
        result |= {"diplomacy_tokens": city.diplomacy, "stages": len(city.under), "rank": None}
        result |= {"built": [c.id for c in city.built], "leaders": [c.id for c in city.leaders]}
        times = partial(self._times, seat=city.seat)
        result["score"] = best_sheet(city, self._neighbours(city.seat), times, self.final)
        return result
