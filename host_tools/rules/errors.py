"""What a person can do wrong, as a code for programs and a sentence for the table."""

from dataclasses import dataclass

CODES = {
    "bad_record", "unknown_card", "wrong_phase", "wrong_age", "missing_play", "not_in_hand",
    "card_already_used", "already_built", "cannot_afford", "no_stage_left", "bad_choice",
    "not_in_this_game",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lack:
    """What is missing to pay for something.

    `coins`: its price is more than the purse. `unsold`: nobody sells these resources. `few`: the
    neighbours sell too few of them. `trade`: to buy them costs more than the purse.
    """

    kind: str
    purse: int
    coins: int = 0
    resources: str = ""


class MoveError(ValueError):
    """A mistake at the table, raised before anything has changed."""

    def __init__(
        self,
        code: str,
        message: str,
        seat: int | None = None,
        rule: str = "",
        lack: Lack | None = None,
    ) -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.seat = seat
        self.rule = rule  # the number of the rule that it breaks, where it is about one
        self.lack = lack  # what is missing, where it cannot be paid
        self.line: int | None = None  # the line of the record in which it stands

    @property
    def numbered(self) -> str:
        """The sentence with the number of its rule, for whoever can look it up."""
        return f"{self.message} [{self.rule}]" if self.rule else self.message
