"""A seat: messages, tags and buttons in; bytes, light and sound out; the time is given."""

from firmware.link import AUDIT, CARD, Message, commit, line, make_nonce
from firmware.seat.commitment import NOTHING, OPEN_PHASES, UNKNOWN, Commitment
from firmware.seat.question import DARK, KeyQuestion, Taps, step_of
from firmware.seat.session import Faults, Flight, SeatSession, Spacing
from firmware.seat.sight import Deck, Sight

SHOWN_MS = 1000  # `UP` is sent at least this often

LAYING_PHASES = OPEN_PHASES + ("reveal", "enrol")  # a tag on the tray means something
SILENT = Message("ST")  # before the host has said anything

TROUBLES = {  # what is wrong with the tray: the display's text
    "two_cards": "One card only",
    "unknown": "Unknown card",
    "played": "Played already",
    "refused": "Not this card",
    "unreadable": "Lay it again",
    "missing": "Lay your card back",
    "clear": "Clear the tray",
}
PASSING_REASONS = ("wrong_phase", "bad_choice")  # the moment was wrong, not the card


class SeatLogic:
    """Knows no cards and no rules; `tick` returns the bytes to send.

    The seats of one board share `spacings`: that of their hellos and that of their telemetry.

    >>> seat = SeatLogic("e6614103e7452d2f", "0badcafe", b"secret", "rfid1")
    >>> seat.tick(0)[:36]
    b'\\n$HI 1 e6614103e7452d2f 0badcafe fw='
    """

    def __init__(
        self,
        uid: str,
        boot: str,
        secret: bytes,
        cap: str,
        spacings: "tuple[Spacing, Spacing] | None" = None,
    ) -> None:
        hellos, self._shows = spacings or (Spacing(0), Spacing(0))
        self.session = SeatSession(uid, boot, cap, hellos)
        self.state = SILENT
        self.telemetry: list[tuple[str, object]] = []
        self.trouble = ""
        self.plans = 0  # counts up whenever light, lamps or text may have changed
        self.stirred = True  # something has happened since the last tick
        self._secret = secret
        self._flight = Flight()
        self._play = self._newest = Commitment("", 0, UNKNOWN)
        self._sight = Sight()
        self._deck = Deck()
        self._question = KeyQuestion()
        self._faults = Faults()
        self._taps = Taps()
        self._about: tuple[str, bytes] | None = None  # the kind and uid in flight, for _play
        self._sound = ""
        self._blinks = False
        self._shown = 0
        self._changed = True
        self._hears = {
            "WH": self._on_who,
            "WE": self._on_welcome,
            "ST": self._on_state,
            "DK": self._on_deck,
            "TL": self._on_tiles,
            "AK": self._on_answer,
            "NK": self._on_answer,
        }

    # What comes in.

    def hear(self, message: Message, now: int) -> bool:
        """Take a message of the host; return whether it was for this seat."""
        if message.kind not in self._hears or not self.session.mine(message, now):
            return False
        self._hears[message.kind](message, now)
        self._plan(now)  # so that an answer never meets another round's report
        self.stirred = True
        return True

    def lay(self, tags: "tuple[bytes, ...] | None", now: int) -> None:
        """Take what lies on the tray now; None when that is not known."""
        if tags == self._sight.tags:
            return
        before, held = self._sight.card, self._sight.holds()
        self._sight.lay(tags)
        if held and not self._sight.holds():
            self._play.cleared()
        if tags is not None:
            self._taps.lie(tags)
        self._play.retry()
        self._judge()
        if self._sight.card != before:
            self._tap()

    def doubts(self, tags: "tuple[bytes, ...] | None") -> bytes:
        """Return the tag whose origin the host should learn, if any; never one of a game."""
        if self.state.phase != "enrol" or self.state.game or not tags or len(tags) > 1:
            return b""
        return b"" if tags[0] in self._taps.vouched else tags[0]

    def vouch(self, uid: bytes, signature: bytes, magic: bool) -> None:
        """Take a tag's signature, empty where it has none, and whether it is plainly a copy."""
        self._taps.vouch(uid, signature, magic)
        self._changed = True

    def touch(self) -> None:
        """Begin a press: it belongs to the question that is asked now."""
        self._question.touch()

    def press(self, button: int, long: bool, now: int) -> None:
        """Press a button: 0 left, 1 middle, 2 right; a long press calls a mistake."""
        if self.session.sid:
            if self._question.press(button, long):
                self._confirm_key()
            else:
                self._sound = "low"
        self._changed = self.stirred = True

    def fault(self, code: str, text: str) -> None:
        """Report that something is wrong until the host knows."""
        if self._faults.add(code, text):
            self._judge()

    def mend(self, code: str) -> None:
        """Note that it is not wrong any more."""
        if self._faults.drop(code):
            self._judge()

    # What goes out.

    def tick(self, now: int) -> bytes:
        """Return the frames that are due: a hello, a report, telemetry."""
        if self.session.dead(now):
            self._leave(now)
        out = self.session.greet(now)
        self.stirred = self.session.waits
        if not self.session.sid:
            return out
        if self._changed:
            self._plan(now)
        what = self._flight.what
        if what and self._flight.due(now):
            out += line(str(what[0]), self.session.sid, self._flight.seq, *what[1:])
        if now < self._shown:
            return out
        if self._shows.free(now):
            self._shown = now + SHOWN_MS
            return out + line("UP", self.session.sid, self.state.v, self._telemetry())
        self.stirred = True
        return out

    def light(self) -> str:
        """Return the name of the light to show."""
        if self._outdated():
            return "update"
        if not self.session.sid:
            return "hello"
        if self._faults.has("reader_dead"):
            return "fault"
        if self.trouble:
            return "warn"
        card = self._sight.card
        light = self.state.light.split(":")[0]
        if card and self.state.phase in OPEN_PHASES:
            if self._play.committed != card:
                return "read"
            return light if light == "nudge" and self.state.step else "committed"
        return light or self.state.phase or "idle"

    def lamps(self) -> str:
        """Return a letter for each button: its key, a capital when it needs trade, or "-"."""
        return DARK if self._outdated() or not self.session.sid else self._question.lamps()

    def text(self) -> str:
        """Return the display's text."""
        if self._outdated():
            return "Update me"
        if not self.session.sid:
            return "Where is the host?"
        return TROUBLES[self.trouble] if self.trouble else self.state.text

    def take_sound(self) -> str:
        """Return the sound to start now, once."""
        sound, self._sound = self._sound, ""
        return sound

    def take_blink(self) -> bool:
        """Return whether the buttons go dark for a moment now, once."""
        blinks, self._blinks = self._blinks, False
        return blinks

    def _outdated(self) -> bool:
        return self.session.outdated or self.state.phase == "update"

    def _telemetry(self) -> "list[tuple[str, object]]":
        return [("dk", self._deck.progress())] + self.telemetry

    # What the host says.

    def _on_who(self, message: Message, now: int) -> None:
        self.session.who(message)
        if self.session.outdated:
            self._leave(now)

    def _on_welcome(self, message: Message, now: int) -> None:
        if not self.session.welcome(message, now):
            return
        self.state = SILENT
        self._deck.clear()
        self._faults.forget()
        self._question.close()
        self._play.forget()
        self._flight = Flight()
        self._taps.forget()
        self._shown = now
        self._judge()

    def _leave(self, now: int) -> None:
        self.session.leave(now)
        self.state = SILENT
        self._judge()

    def _on_state(self, message: Message, now: int) -> None:
        self._shown = now
        if message.v > self.state.v or self.state is SILENT:
            self._adopt(message)

    def _adopt(self, message: Message) -> None:
        before, self.state = self.state, message
        if message.game != before.game and before is not SILENT:
            self._deck.clear()
        if message.game:
            self._taps.vouched.clear()
        self._begin_round(message, before is SILENT)
        if message.phase != before.phase:
            self._play.opened = NOTHING  # what was opened early is opened again after the lock
        self._play.retry()
        self._question.ask(message)
        if message.sound:
            self._sound = message.sound
        self._judge()
        if message.phase != before.phase or (message.step and step_of(message) != step_of(before)):
            # A tag is named only while the host asks for tags; a step makes it a question.
            self._taps.ask(step_of(message) if message.step else ())
            self._tap()

    def _begin_round(self, message: Message, first: bool) -> None:
        past = self._play
        if (message.game, message.round) == (past.game, past.round):
            return
        self._play = Commitment(message.game, message.round, UNKNOWN if first else NOTHING)
        if message.game == self._newest.game and message.round < self._newest.round:
            # No round comes back. An old frame was sent again, and the nonce of its round may be
            # known by now: it would tell the card that is laid next.
            self._play.over = True
        else:
            self._newest = self._play
        self._sight.rest()
        if message.game == past.game:  # it was played, refused or taken back
            # Of a tag that was named only the answer may be missing.
            self._sight.hold((past.known, self._taps.taken, self._taps.told()), "")
        elif past.game:  # cards of the last game
            self._sight.hold(self._sight.tags or (), "clear")

    def _on_deck(self, message: Message, now: int) -> None:
        self._deck.take(message.part, message.of, message.hashes)
        self._judge()

    def _on_tiles(self, message: Message, now: int) -> None:
        self._deck.take_tiles(message.key, message.hashes)
        self._judge()

    def _on_answer(self, message: Message, now: int) -> None:
        what = self._flight.land(message.seq)
        if what is None:
            return
        accepted = message.kind == "AK"
        if what[0] == "BT" and what[-1] == CARD:
            self._taps.allow(accepted)
            accepted = True  # the card is not wrong: it waits for the state that asks for it
        elif what[0] == "BT":
            self._question.answered(accepted)
        elif what[0] == "TG":
            self._taps.answered(accepted)
        elif what[0] == "ER":
            self._faults.confirm(str(what[1]))
        elif self._about:
            settle = self._play.accept if accepted else self._play.refuse
            settle(*self._about)
            if not accepted and message.reason not in PASSING_REASONS and self._about[1]:
                self._sight.hold((self._about[1],), "refused")
        if not accepted:
            self._sound = "low"
        self._judge()

    # What lies on the tray.

    def _judge(self) -> None:
        self._changed = self.stirred = True
        self.plans += 1
        self._sight.judge(self.state, self.session.sid, self._deck)
        if self.state.phase in OPEN_PHASES and self._sight.tags is not None:
            self._question.lie(self._sight.card)
        if self._sight.tile and self._question.take(self._sight.tile):
            self._sight.spend()
            self._confirm_key()
        trouble = self._trouble() if self.state.phase in LAYING_PHASES else ""
        if trouble and trouble != self.trouble:
            self._sound = "low"
        self.trouble = trouble
        if trouble == "two_cards":
            self._faults.add(trouble, TROUBLES[trouble])
        else:
            self._faults.drop("two_cards")

    def _trouble(self) -> str:
        if self._sight.trouble:
            return self._sight.trouble
        if self._sight.card and self._play.refused(self._sight.card):
            return "refused"
        empty = self._sight.tags is not None and self._sight.card is None
        if self.state.phase == "reveal" and empty and self._play.lost():
            return "missing"
        return "unreadable" if self._faults.has("unreadable") else ""

    def _confirm_key(self) -> None:
        # Before the reveal every key looks alike, also to whoever hears how often it is refused.
        if self._question.secret:
            self._blinks = True
            self._flight.drop("BT")

    def _tap(self) -> None:
        card = self._sight.card
        if self.state.phase != "enrol" or not card:
            return
        # An audit may begin in the middle of a round, and is no reveal.
        if self.state.step != AUDIT or not self._play.hides(card, self._sight.rests(card)):
            self._taps.add(card)

    def counts(self) -> bool:
        """Return whether the host asks for all tags, and not for the answer to a question."""
        state = self.state
        asks = state.game and state.step and state.step != AUDIT
        return state.phase == "enrol" and not asks

    def count(self, uid: bytes) -> bool:
        """Name a tag on the second reader; return False when that must wait."""
        self._changed = self.stirred = True
        return self.counts() and self._taps.add(uid)

    # What is reported.

    def _plan(self, now: int) -> None:
        self._changed = False
        self.plans += 1
        self._flight.carry(self._report(), now)

    def _report(self) -> "tuple[object, ...] | None":
        if self._outdated() or self.state is SILENT:
            return None
        answer = self._card_report() or self._question.report()
        return answer or self._taps.report() or self._faults.report()

    def _card_report(self) -> "tuple[object, ...] | None":
        sight = self._sight
        sure = sight.tags is not None
        self._about = self._play.report(self.state.phase, sight.card, sure, sight.left)
        if self._about is None:
            return None
        kind, uid = self._about
        game, round = self._play.game, self._play.round
        nonce = make_nonce(self._secret, game, round)
        if kind == "CM":
            return (kind, game, round, commit(nonce, game, round, self.session.seat, uid))
        if kind == "RV":
            return (kind, game, round, uid.hex(), nonce.hex())
        return (kind, game, round)
