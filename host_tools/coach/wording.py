"""What the coach says: a turn, what was played, and what would have been worth more."""

from host_tools.coach.coach import Cost
from host_tools.coach.story import Story
from host_tools.rules.moves import CHAIN, Move
from host_tools.rules.ruleset import ROMAN
from host_tools.texts import decimal, say
from host_tools.texts.cards import count, name_in


def sentence(story: Story, cost: Cost, lang: str) -> str:
    """Say what a turn has cost; the chance to win only where it differs by more than its error."""
    game = story.turns[cost.number].before
    kind = "coach.turn" if game.turn else "coach.recruit"
    more = say("coach.team", lang) if story.game.rules.team else ""
    if cost.chance > cost.chance_error:
        percent, error = round(100 * cost.chance), max(1, round(100 * cost.chance_error))
        more += say("coach.chance", lang, chance=percent, error=error)
    points, error_of_points = decimal(cost.points, lang), decimal(cost.error, lang)
    return say(
        "coach.cost",
        lang,
        when=say(kind, lang, age=ROMAN[game.age], turn=game.turn),
        played=_said("coach.done_", cost.played, lang),
        better=_said("coach.doing_", cost.better, lang),
        points=say("coach.points", lang, points=points, error=error_of_points),
        more=more,
    )


def _said(start: str, move: Move, lang: str) -> str:
    card = name_in(move.card, lang)
    return say(start + move.action, lang, card=card) + _how(move, lang)


def _how(move: Move, lang: str) -> str:
    payment = move.payment
    if payment.free == CHAIN:
        return say("coach.by_chain", lang)
    if payment.free:
        return say("coach.by_free", lang, right=payment.free.title())
    number = payment.left + payment.right
    return say("coach.by_trade", lang, coins=count(number, "coins", lang)) if number else ""
