"""The shapes of what screens receive: the public view, the private one, and their parts.

The pages' types are generated from them: `python -m tests.web.scripts write`.
"""

from typing import Literal, TypedDict

Phase = Literal["draft", "lay", "open", "card", "declare", "ask", "over", "abandoned"]


class CardView(TypedDict):
    """A card; `coins_text` is its price where the price depends on the Age.

    `signs` are the icons that say what it does, a row for each effect.
    """

    id: str
    name: str
    color: str
    age: int
    cost: str
    coins: int | Literal["age"]
    coins_text: str
    text: str
    signs: list[str]


class PaymentView(TypedDict):
    """Coins to the left, to the right and to the bank; or what makes the card free.

    `bought` are the resources from each of them, where the coins alone do not tell it; `stage` is
    the one that is built, where the board leaves a choice.
    """

    coins: list[int]
    free: str
    bought: list[str]
    stage: int


class PlayedView(TypedDict):
    """What a seat did in the turn that is shown; no card where it stays closed."""

    action: str
    stage: int
    card: CardView | None


class MoveView(PaymentView):
    """A legal way to play a card."""

    action: str


class OfferView(MoveView):
    """A legal way to play a card, and what it gives at once: points, and coins besides the price.

    `builds` is the stage that it builds. All that is bought is named.
    """

    builds: int
    points: int
    gains: int


class ObstacleView(TypedDict):
    """Why an action is not possible with a card, and by which rule."""

    action: str
    text: str
    rule: str


class SecretView(CardView):
    """A card that its own seat has committed, and what it could do with it."""

    moves: list[OfferView]
    obstacles: list[ObstacleView]


class StageView(TypedDict):
    """A stage of a wonder."""

    cost: str
    coins: int | Literal["age"]
    coins_text: str
    text: str
    signs: list[str]


class MakesView(TypedDict):
    """One resource of these kinds in a turn; `sold` to neighbours or for the city alone."""

    any: str
    sold: bool


class FactsView(TypedDict):
    """What changed for a seat in the last turn."""

    card: str
    action: str
    stage: int
    pay_left: int
    pay_right: int
    from_left: int
    from_right: int
    bank: int
    debts: int
    victories: list[int]
    defeats: int
    diplomacy: int
    built: list[str]


class PointsView(TypedDict):
    """Some points of a seat, explained; `rule` is the number of the rule that counts them."""

    category: str
    points: int
    text: str
    rule: str


class SeatView(TypedDict):
    """A seat: its city, what it is doing, and its score.

    `decider` is the seat that acts for it: another one plays the Free City.
    """

    seat: int
    player: str
    team: int | None
    free_city: bool
    decider: int
    wonder: str
    wonder_id: str
    side: str
    resource: str
    left: int
    right: int
    makes: list[MakesView]
    stages: int
    raised: list[int]
    all_stages: list[StageView]
    coins: int
    debt: int
    shields: int
    diplomacy: int
    victories: list[int]
    defeats: int
    symbols: dict[str, int]
    cards: dict[str, list[str]]
    built: list[CardView]
    leaders: list[str]
    recruited: list[CardView]
    committed: bool
    again: bool
    waited_for: bool
    connected: bool | None
    todo: list[str]
    facts: FactsView | None
    played: PlayedView | None
    score: dict[str, int]
    explained: list[PointsView]


class FightView(TypedDict):
    """Two seats that compared shields; nobody wins a tie."""

    a: int
    b: int
    shields: list[int]
    winner: int | None
    points: int
    tokens: int


class ConflictView(TypedDict):
    """The conflicts of the Age that has just ended."""

    age: int
    fights: list[FightView]
    diplomats: list[int]


class TeamView(TypedDict):
    """A team: its two seats, their points together, and its rank when the game is over."""

    team: int
    seats: list[int]
    total: int
    rank: int | None


class TotalsView(TypedDict):
    """The points of all seats after a turn."""

    age: int
    turn: int
    totals: list[int]


class MomentView(TypedDict):
    """A turn that decided the game, by its place in the history, and why in a sentence."""

    turn: int
    text: str


class ColorView(TypedDict):
    """A colour of cards, and the category of points that explains it; "" for none."""

    color: str
    category: str


class ConstantsView(TypedDict):
    """Constants of the game, so that no page has its own."""

    colors: list[ColorView]
    categories: list[str]
    roman: list[str]
    sale: int
    defeat: int


class UndoView(TypedDict):
    """The turn that can be taken back, and which seat calls for it: others agree in time."""

    turn: int
    age: int
    number: int
    caller: int | None
    left: float | None


class PublicView(TypedDict):
    """All that everybody may know of a game; `looked`: the operator, at closed cards, lately.

    `audit` are the seats that have laid all their cards in the audit that is running.
    """

    game: str
    edition: str
    sets: list[str]
    variant: str
    phase: Phase
    phase_text: str
    age: int
    turn: int
    turns: int
    passing: Literal["left", "right"]
    paused: bool
    pause_reason: str
    trouble: str
    looked: bool
    audit: list[int] | None
    countdown: float | None
    timer: float | None
    undo: UndoView | None
    missing: list[str]
    round: int
    log: list[str]
    fights: list[list[int]]
    seats: list[SeatView]
    teams: list[TeamView] | None
    ranks: list[int | None] | None
    discarded: int
    history: list[TotalsView]
    moments: list[MomentView]
    conflict: ConflictView | None
    mode: str
    countdown_seconds: int
    grace_seconds: int | None
    timer_seconds: int
    strict: bool
    constants: ConstantsView


class OptionView(TypedDict):
    """One answer to a question; `payment` where the question is how to pay.

    `card` is the leader that is meant; `points` and `gains`, in coins, what the answer gives.
    """

    value: object
    text: str
    payment: PaymentView | None
    card: CardView | None
    points: int
    gains: int


class QuestionView(TypedDict):
    """What a seat is asked, by which `rule`; `keys` are the buttons that answer it.

    `card` is the one that the question is about, where it is known; `default` is the action that is
    taken when the grace is over; `optional`: nobody waits for the answer, `chosen` is the last one,
    `choosing` that every way to pay is asked for. `offers` are what can be done with the card, of
    one that nobody knows yet a stage or its sale; `obstacles` why the rest cannot be.
    """

    kind: str
    rule: str
    step: str
    seat: int
    card: CardView | None
    default: str
    optional: bool
    chosen: str
    choosing: bool
    takes_card: bool
    may_decline: bool
    keys: list[str]
    cursor: int
    options: list[OptionView]
    offers: list[OfferView]
    obstacles: list[ObstacleView]


class FinalOption(TypedDict):
    """A choice at the end, and the points of the seat with it: a guild by its name, or symbols."""

    copy_guild: str
    science: list[int] | None
    name: str
    total: int
    chosen: bool


class FinalView(TypedDict):
    """What a seat may choose when the game is over; `changed`: it is not the best by itself."""

    guilds: list[FinalOption]
    science: list[FinalOption]
    changed: bool


class PrivateView(TypedDict):
    """What only the bearer of a seat's token may see; `rule`: why its last card did not count."""

    seat: int
    text: str
    rule: str
    lays: bool
    committed: bool
    by_page: bool
    ask: QuestionView | None
    secret: SecretView | None
    final: FinalView | None
