"""All findings of the doctor: severity, sentence, and what to do."""

from collections.abc import Sequence
from dataclasses import dataclass

WRONG, NOTE = "wrong", "note"  # a note does not get in the way of play
HOST = 0  # the seat number of the host

FLASH = "`wondertable flash` updates it."
AGAIN = "Press its reset button, and run the doctor again."
INSTALL = "Install the file with `wondertable flash --wiring FILE`"
CLOSER = (
    "Lay the sticker over the middle of the antenna, at most 2 cm above it, and keep metal and "
    "other cards away."
)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of finding; words in braces are filled in."""

    what: str
    do: str
    severity: str = WRONG


HOST_KINDS = {
    "python_old": Kind(
        "Python {found} runs here; 3.11 or newer is needed.",
        "Install a newer Python, then run `make clean run`.",
    ),
    "part_missing": Kind(
        "{name} is not installed.", "Install it: `pip install '{name}>={needed}'`."
    ),
    "part_old": Kind(
        "{name} {found} is installed; {needed} or newer is needed.",
        "Update it: `pip install '{name}>={needed}'`.",
    ),
    "no_board": Kind(
        "No board found.",
        "Plug in a seat. If one is plugged in, its cable may only charge: use a data cable.",
    ),
    "board_blank": Kind(
        "A board is in its bootloader, without a program.",
        "`wondertable flash` installs MicroPython and the firmware.",
    ),
    "no_driver": Kind(
        "{what} is plugged in, but the system has no serial port for it.", "{remedy}"
    ),
    "port_denied": Kind(
        "{port} may not be opened; it belongs to the group {group}.",
        "`sudo usermod -aG {group} $USER`, log out and in again, and plug the seat in again.",
    ),
    "port_busy": Kind(
        "{port} is in use.", "Close the other Wondertable, mpremote or terminal that has it open."
    ),
    "port_broken": Kind("{text}", "Plug the seat into another socket, or use another cable."),
    "port_silent": Kind(
        "{port} does not answer as a seat does.",
        "Press the board's reset button. If that does not help, run `wondertable flash`.",
    ),
    "port_repl": Kind(
        "{port} runs MicroPython, but not the Wondertable firmware.",
        "`wondertable flash` installs it.",
    ),
    "port_twin": Kind(
        "The board on {port} has the same number as another one, and is left alone.",
        "Unplug one of the two.",
    ),
    "numbers_clash": Kind(
        "Seat numbers clash: the boards on {first} and {second} both say that they are {seats}.",
        "Give one of them another number: `wondertable flash --port {second} --seat-number N`.",
    ),
    "port_protocol": Kind("The seat on {port} speaks another protocol version.", FLASH),
    "port_bridge": Kind(
        "{port} is {what}: any device may be behind it, so it was not opened.",
        "If it is a seat: `wondertable doctor --seats serial:{port}`.",
        NOTE,
    ),
    "clock_unset": Kind("The clock says {date}.", "Set the clock: games are kept with their time."),
    "clock_back": Kind(
        "The clock says {date}, but the journal was written later, on {last}.",
        "Set the clock: games are kept with their time.",
    ),
    "disk_full": Kind(
        "Only {free} MB are free in the journal's folder, {folder}.",
        "Free some space: a play counts only when it is on the disk.",
    ),
    "folder_closed": Kind(
        "The journal's folder {folder} cannot be written.",
        "Check its permissions, or name another file with --journal.",
    ),
    "journal_trouble": Kind("{what}", "{do}"),
    "wiring_file": Kind(
        "{file}: {text}",
        "Correct the file; `wondertable wiring check` says whether it can work. The seats were not "
        "compared with it.",
    ),
    "no_browser": Kind(
        "No browser found on this computer.",
        "The pages open on any other device: start the table with --lan.",
        NOTE,
    ),
}

SEAT_KINDS = {
    "firmware_old": Kind("It runs firmware {fw}; {ours} is current.", FLASH),
    "firmware_new": Kind(
        "It runs firmware {fw}; this program is older ({ours}).", "Update this program.", NOTE
    ),
    "restarts": Kind(
        "It started again {times} in {seconds} seconds.",
        "Its USB power drops: use a hub with its own power supply, and a short cable.",
    ),
    "reset_on_open": Kind(
        "Its port resets it when it is opened.",
        "Nothing: it is back in two seconds. Unplug it while you are not using it.",
        NOTE,
    ),
    "crashed": Kind(
        "Its firmware crashed: {text}",
        "Run `wondertable flash`. If it happens again, report this line.",
    ),
    "gone": Kind("It fell silent while it was examined.", "Check both ends of its cable."),
    "cable_noise": Kind(
        "{number} of its lines arrived damaged.",
        "Use a shorter or better cable, and keep it away from power supplies.",
    ),
    "wiring": Kind(
        "Its wiring is impossible: {text}",
        "Correct /wiring.json on the board; docs/firmware.md has its entries.",
    ),
    "no_profile": Kind(
        "No profile fits its board: {text}",
        "Write its pins into a wiring.json, and install it with `wondertable flash --wiring FILE`.",
    ),
    "wiring_seats": Kind(
        "The wiring file is for boards with {wanted}; {found}.",
        f"{INSTALL}. If it is for other boards, name only those with --seats.",
    ),
    "wiring_reader": Kind(
        "The wiring file names {wanted}, and the board is set up for {found}.",
        f"{INSTALL}. If the reader is {{found}}, correct `reader` in the file first.",
    ),
    "wiring_part": Kind(
        "The wiring file names {part}, and the board is set up without.", f"{INSTALL}."
    ),
    "wiring_display": Kind(
        "The wiring file names a display, and none answers.",
        "Check that it is plugged in, and that its address is {address}. The seat looks for it "
        "when it starts.",
    ),
    "wiring_extra": Kind(
        "It has {part}, and the wiring file names none.",
        f"{INSTALL}, or add what is missing there.",
        NOTE,
    ),
    "wiring_gain": Kind(
        "Its gain is set to {found} dB; by the wiring file it is {wanted} dB.",
        f"{INSTALL}. If you have tuned this seat, write {{found}} into the file as `gain` first.",
        NOTE,
    ),
    "no_secret": Kind(
        "Its flash does not keep its secret: a card could not be opened after a restart.",
        "Erase the flash and run `wondertable flash`. If that does not help, replace the board.",
    ),
    "low_memory": Kind(
        "It is short of memory: {text}.",
        "Run `wondertable flash`: compiled files take less memory than sources.",
    ),
    "exam_missing": Kind("It was not examined: it was late, or does not answer.", AGAIN),
    "reader_missing": Kind(
        "No reader could be set up: {text}",
        "Correct /wiring.json on the board; docs/firmware.md has its entries.",
    ),
    "reader_open": Kind(
        "Its reader does not answer: the bus reads 0xFF.",
        "Check the reader's 3.3 V and GND, and its wires SCK, MOSI, MISO and SDA.",
    ),
    "reader_shorted": Kind(
        "Its reader does not answer: the bus reads 0x00.",
        "MISO touches ground, or RST is held low: check these two wires, and the reader's 3.3 V.",
    ),
    "reader_mute": Kind(
        "Its PN532 does not answer.",
        "Check its wires, and the two small switches that choose SPI, I2C or UART.",
    ),
    "reader_hangs": Kind(
        "Its reader hung and was restarted {times}.",
        "Give it a steady 3.3 V: a capacitor of 10 µF at the reader, and wires under 15 cm.",
    ),
    "reader_deaf": Kind(
        "Its receiver went deaf and heard cards again after a restart.",
        "Give it a steady 3.3 V, with a capacitor of 10 µF. If it happens every evening, replace "
        "the reader.",
    ),
    "reader_slow": Kind(
        "Its reader answered too late, or not at all, {times}.",
        "Try wires under 15 cm and a steady 3.3 V. If it happens again, replace the reader.",
    ),
    "reader_clone": Kind(
        "Its reader is a clone (version 0x{version}).",
        "Nothing, as long as it reads cards reliably: clones work, but with less range.",
        NOTE,
    ),
    "self_test": Kind(
        "Its reader fails the self-test.",
        "Try wires under 15 cm. If it fails again, replace the reader.",
    ),
    "gain_low": Kind(
        "The gain of its antenna is {found} dB and should be {wanted} dB.",
        "The reader does not keep its settings: check its 3.3 V. If that is good, replace it.",
    ),
    "rate_low": Kind(
        "It reads the card on its tray in only {percent} % of all tries.",
        CLOSER + " If that does not help, try wires under 15 cm, or another reader.",
    ),
    "card_flickers": Kind("It lost the card on its tray {times}, and found it again.", CLOSER),
    "card_unread": Kind("It did not read the card that was laid on it.", CLOSER),
    "unreadable": Kind(
        "Something on its tray cannot be read.",
        "Lift it. If it is a card of the game, its sticker is broken: replace the sticker.",
    ),
    "two_cards": Kind(
        "Two cards are on its tray.", "Lift one of them, and run the doctor again.", NOTE
    ),
    "uid_cut": Kind(
        "It reads {uid}: a 7-byte UID, cut off.",
        "Enrol no cards here: its driver is not ours. `wondertable flash` replaces it.",
    ),
    "uid_short": Kind(
        "The card {uid} has a UID of {size} bytes and is not an NTAG21x.",
        "Use NTAG213, 215 or 216 stickers: other UIDs may not be unique.",
        NOTE,
    ),
    "cross_talk": Kind(
        "It reads the card on seat {other} too.",
        "Move the two trays apart: readers need 10 cm between them.",
    ),
    "second_dead": Kind(
        "Its second reader does not answer.",
        "Check its 3.3 V and GND, and its chip select: the pin that is `second` in /wiring.json.",
    ),
    "second_deaf": Kind(
        "The receiver of its second reader went deaf and heard cards again after a restart.",
        "Give it a steady 3.3 V, with a capacitor of 10 µF.",
    ),
    "no_display": Kind(
        "Its display does not answer any more.",
        "Check the display's wires SDA, SCL, 3.3 V and GND. The seat works without it.",
    ),
    "no_buttons": Kind(
        "Its buttons do not answer any more.",
        "Check the wires SDA, SCL, 3.3 V and GND of the expander, and its address.",
    ),
    "no_lamps": Kind(
        "Its lights cannot be driven any more.",
        "Check the pin that is `pixels` or `rgb` in /wiring.json, and that nothing else uses it.",
    ),
    "no_buzzer": Kind(
        "Its buzzer cannot be driven any more.",
        "Check the pin that is `buzzer` in /wiring.json, and that nothing else uses it.",
    ),
    "button_stuck": Kind(
        "Its {button} button is down all the time.",
        "Check whether its cap is jammed, or its wire touches ground.",
    ),
    "button_dead": Kind(
        "Its {buttons} not heard.",
        "Check the wires to the board and to ground, and whether two buttons are swapped.",
    ),
    "light_dark": Kind(
        "Its light does not show {colours}.",
        "Check the light's data wire, power and ground; `pixels` or `rgb` must match the parts.",
    ),
    "lamps_dark": Kind(
        "Its buttons do not light up.",
        "Check the wire from the light to the first button's lamp, and on to the others.",
    ),
    "buzzer_dumb": Kind(
        "Its buzzer is silent.",
        "Check its pin, and that it is a passive buzzer: an active one needs no tone.",
    ),
}

KINDS = {**HOST_KINDS, **SEAT_KINDS}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to know; `seat` is `HOST` or a seat's number.

    `seats` are all seats of a board if it is the same for each of them.
    """

    code: str
    severity: str
    seat: int
    what: str
    do: str
    seats: tuple[int, ...] = ()

    @property
    def concerns(self) -> tuple[int, ...]:
        """Return the seats that it is about."""
        return self.seats or (self.seat,)


def find(code: str, seat: int = HOST, **words: object) -> Finding:
    """Return a finding of the table.

    >>> find("button_stuck", 2, button="left").what
    'Its left button is down all the time.'
    """
    kind = KINDS[code]
    return Finding(code, kind.severity, seat, kind.what.format(**words), kind.do.format(**words))


def listed(words: Sequence[object]) -> str:
    """Return words or numbers as a list in English.

    >>> listed([2]), listed([1, 2, 5])
    ('2', '1, 2 and 5')
    """
    *most, last = map(str, words)
    return f"{', '.join(most)} and {last}" if most else last


def times(number: int) -> str:
    """Return how often, in words.

    >>> times(1), times(2), times(5)
    ('once', 'twice', '5 times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
