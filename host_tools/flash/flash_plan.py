"""What is to be done with each board, decided before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware.board import READERS, profile_of
from host_tools.flash.board_info import BoardInfo, seat_words
from host_tools.flash.firmware import Firmware
from host_tools.flash.slots import fill, is_known
from host_tools.wiring.check import check
from host_tools.wiring.entries import PROFILE_NAMES
from host_tools.wiring.pins import same_chip

OLDEST = (1, 26)  # the oldest MicroPython that the tests run on
SEAT, WIRING = "/seat.json", "/wiring.json"
TASTE = ("gain", "loudness", "brightness", "order")  # what a named wiring leaves as it is

FOREIGN = (
    "It runs another program (its main.py is not Wondertable's) and is left alone."
    " To make it a seat, add --take-over; its program is kept as main.theirs.py."
)
TOO_OLD = (
    "It has MicroPython {has}, and {needs} is needed: hold BOOTSEL while you plug it in, and repeat"
    " the command with --uf2 and a newer MicroPython."
)
KEPT = "Its main.py is not as Wondertable wrote it, so it is kept as {theirs}."
CUT_OFF = "Its main.py is damaged (empty or cut off), so it gets firmware {ours} now."
WOULD, DONE = "It would be {changes}{stays}.", "It is {changes} now{stays}."
NEWER = "It has firmware {has}, newer than {ours}: update Wondertable, or add --downgrade."
BAD_WIRING = "Nothing is written, because this wiring cannot work on it. {why}"
OTHER_CHIP = "Nothing is written: the wiring is for {profile}, and this is a {machine}."
WIRINGS = tuple(
    f"{profile}-{reader}"
    for profile in PROFILE_NAMES
    for reader in READERS
    if not check({"reader": reader}, profile).complaints
)


@dataclass(frozen=True, slots=True)
class FlashOptions:
    """What the person asked for."""

    source: bool = False
    downgrade: bool = False
    take_over: bool = False
    seat_number: int | None = None
    wiring: str = ""
    wiring_file: Mapping[str, object] | None = None
    """What a person's own file says; it replaces the wiring on the board."""


@dataclass(frozen=True, slots=True)
class FlashPlan:
    """The plan for one board: `action` is install, update, downgrade, settings, none or refuse."""

    board: BoardInfo
    action: str
    why: str
    firmware: Firmware | None = None
    settings: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Settings files to write, by their paths on the board."""
    outcome: str = ""
    """What else is to be told when it is done."""
    keeps_start: bool = False
    """Whether a person has written its main.py, or changed it: it becomes main.theirs.py."""

    @property
    def after(self) -> BoardInfo:
        """Return the board as it will be, with its new seat number and wiring."""
        number = self.settings.get(SEAT, {}).get("seat")
        seat = number if isinstance(number, int) else self.board.seat
        wiring = self.settings.get(WIRING, self.board.wiring)
        version = self.firmware.version if self.firmware else self.board.version
        return replace(self.board, version=version, seat=seat, wiring=wiring)


def make_plan(
    board: BoardInfo, compiled: Firmware, source: Firmware, options: FlashOptions
) -> FlashPlan:
    """Decide for one board."""
    if refusal := _refusal(board, compiled.version, options):
        return FlashPlan(board, "refuse", refusal)
    fits = board.mpy & 0xFF == compiled.mpy
    firmware = compiled if fits and not options.source else source
    settings = _settings(board, options)
    action, why = _action(board, firmware)
    if action == "none" and not settings:
        return FlashPlan(board, "none", why)
    if action == "none":
        plan = FlashPlan(board, "settings", "", None, settings)
    else:
        if not fits and not options.source:
            why += " As plain Python, since its MicroPython takes no files compiled here."
        keeps = board.has_start and not is_known(board.start, firmware.start)
        plan = FlashPlan(board, action, why, firmware, settings, keeps_start=keeps)
        if keeps:
            kept = KEPT.format(theirs="main.theirs.py")
            plan = replace(plan, why=_joined(why, kept), outcome=KEPT)
    if not settings:
        return plan
    changes, stays = _changes(plan), _stays(settings, options)
    would = WOULD.format(changes=changes, stays=stays and f", and would keep its {stays}")
    done = DONE.format(changes=changes, stays=stays and f", and keeps its {stays}")
    return replace(plan, why=_joined(plan.why, would), outcome=_joined(plan.outcome, done))


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _changes(plan: FlashPlan) -> str:
    """Return the new seat number and wiring in words."""
    parts = []
    if SEAT in plan.settings:
        parts.append(seat_words(plan.after.seats))
    if (wiring := plan.settings.get(WIRING)) is not None:
        named = "-".join(str(wiring[key]) for key in ("profile", "reader") if key in wiring)
        parts.append(f"wired as {named}" if named else "wired as your file says")
    return " and ".join(parts)


def _stays(settings: Mapping[str, Mapping[str, object]], options: FlashOptions) -> str:
    """Return what a named wiring leaves as it was, in words; a file replaces everything."""
    wiring = settings.get(WIRING, {}) if options.wiring_file is None else {}
    stays = [key for key in TASTE if key in wiring]
    return " and ".join(filter(None, [", ".join(stays[:-1]), *stays[-1:]]))


def _refusal(board: BoardInfo, ours: str, options: FlashOptions) -> str:
    if board.trouble:
        return board.trouble
    if board.micropython < OLDEST:
        return TOO_OLD.format(has=dotted(board.micropython), needs=dotted(OLDEST))
    if board.foreign and not options.take_over:
        return FOREIGN
    if _number(board.version) > _number(ours) and not options.downgrade:
        return NEWER.format(has=board.version, ours=ours)
    return _wiring_refusal(board, options)


def _wiring_refusal(board: BoardInfo, options: FlashOptions) -> str:
    wiring = _new_wiring(board, options)
    if wiring is None:
        return ""
    report = check(wiring, profile_of(board.machine))
    if report.complaints:
        return BAD_WIRING.format(why=" ".join(report.complaints))
    if not same_chip(report.profile, profile_of(board.machine)):
        return OTHER_CHIP.format(profile=report.profile, machine=board.machine)
    return ""


def _new_wiring(board: BoardInfo, options: FlashOptions) -> dict[str, object] | None:
    """Return the wiring that a board is to have, if it is to change."""
    if options.wiring_file is not None:
        wiring = dict(options.wiring_file)
    elif options.wiring:
        profile, _, reader = options.wiring.partition("-")
        wiring = {"profile": profile, "reader": reader}
        wiring |= {key: board.wiring[key] for key in TASTE if _fits(wiring, key, board.wiring)}
    else:
        return None
    return wiring if wiring != board.wiring else None


def _fits(named: Mapping[str, object], key: str, old: Mapping[str, object]) -> bool:
    """Return whether an old setting can stay: a gain for each of four seats fits no single one."""
    value = old.get(key)
    report = check({**named, key: value})
    seats = report.wiring.get("seats")
    return key in old and not report.complaints and (type(value) is not list or len(value) == seats)


def _action(board: BoardInfo, firmware: Firmware) -> tuple[str, str]:
    layout, ours = board.layout, firmware.version
    if board.damaged:
        return "update" if layout else "install", CUT_OFF.format(ours=ours)
    if layout is None:
        return "install", f"It gets firmware {ours}."
    if _number(board.version) > _number(ours):
        return "downgrade", f"From firmware {board.version} back to {ours}."
    if board.version != ours:
        return "update", f"From firmware {board.version or '?'} to {ours}."
    if not board.whole:
        return "update", f"Firmware {ours} is damaged and is written again."
    same = board.digests == firmware.digests and not layout.trial
    if same and board.start.encode() == fill(firmware.start, layout.slot, layout.old):
        return "none", f"Firmware {ours} is there: nothing to do."
    return "update", f"Firmware {ours} is there with other files, and is written again."


def _settings(board: BoardInfo, options: FlashOptions) -> dict[str, Mapping[str, object]]:
    """Return the settings files whose content changes."""
    files: dict[str, Mapping[str, object]] = {}
    if options.seat_number not in (None, board.seat):
        files[SEAT] = {"seat": options.seat_number}
    wiring = _new_wiring(board, options)
    if wiring is not None:
        files[WIRING] = wiring
    return files


def dotted(version: tuple[int, ...]) -> str:
    """Return a version as people write it.

    >>> dotted((1, 26, 1))
    '1.26.1'
    """
    return ".".join(map(str, version))


def _number(version: str) -> tuple[int, ...]:
    """Return a version to compare; one that is not numeric counts as old."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isdigit() for part in parts) else ()
