"""Signed tags, unsigned ones and copies: all are enrolled, and people hear of the copies."""

import subprocess
import threading
from itertools import count

import pytest

from host_tools.enrol.check_screen import _facts
from host_tools.enrol.collection import Names, collection
from host_tools.enrol.inspection import Inspection, expected, rules_for
from host_tools.enrol.originality import SHOWN, Origin, origin, remarks
from host_tools.enrol.sitting import Sitting
from host_tools.link.events import Joined, Tagged
from host_tools.sim.boards.board_port import RealTimeBoard
from host_tools.sim.boards.inprocess import InProcessBoard
from host_tools.sim.chips.tag import Tag
from host_tools.sim.people.hands import Hands
from host_tools.table.journal import Journal
from host_tools.table.tags import DeckRow, TagRow, Tags
from tests.commands.test_enrol import command
from tests.enrol.scene import Scene, uid
from tests.enrol.workshop import Workshop
from tests.table.paper import Silence

# Genuine tags whose numbers and signatures are public: the samples of Proxmark3's recover_pk.py,
# and of two packages that check signatures (for Node and for Flutter).
NTAG = {
    "04e10cda993c80": "8b76052ee42f5567beb53238b3e3f9950707c0dcc956b5c5efcfdb709b2d82b3",
    "04db0bda993c80": "6048efd9417cd10f6b7f1818d471a7fe5b46868d2eabdc6307a1e0aae139d8d0",
    "0453c652fe4a80": "edfd3263e7ddb1730260b832605205fb40fb32d7bb06f1db49f17706c2ed6727",
    "04ab87f2ca1190": "67b1750bcceb1174f9a33bf20e0226551a6366939b31f949848c3c087350fa90",
}
ULTRALIGHT_EV1 = {
    "04c1285a373080": "cea2eb0b3c95d0844a95b824a7553703b3702378033bf0987899db70151a19e7",
    "04c2285a373080": "a561506723d422d29ed9f93e60d20b9ed1e05cc1bf81da19fe500ca0b81cc0ed",
    "04ee45daa34084": "ebb6102bff74b087d18a57a54bc375159a04ea9bc61080b7f4a85afe1587d73b",
}
SIGNED = {number: bytes.fromhex(text) for number, text in {**NTAG, **ULTRALIGHT_EV1}.items()}
FIRST, SECOND, *_ = SIGNED
MIKRON = ("34d959d16906a0", "7f17e881d214fc044a3df2e2b9e5fbad16330d4ff69cc4215b8585ccf3265cd9")


@pytest.mark.parametrize("number", SIGNED)
def test_genuine_tags_are_signed_by_nxp(number):
    assert origin(number, SIGNED[number], magic=False) is Origin.SIGNED


@pytest.mark.parametrize(
    ("number", "signature"),
    [
        (SECOND, SIGNED[FIRST]),  # taken over from another tag
        ("04e10cda993c81", SIGNED[FIRST]),
        (FIRST, SIGNED[FIRST][:31] + b"\0"),
        (FIRST, SIGNED[FIRST][16:] + SIGNED[FIRST][:16]),
        (FIRST, bytes(32)),
        (FIRST, b"\xff" * 32),
        (FIRST, bytes(31) + b"\1"),
        (MIKRON[0], bytes.fromhex(MIKRON[1])),  # genuine, but another maker's
    ],
)
def test_any_other_signature_is_not_nxps(number, signature):
    assert origin(number, signature, magic=False) is Origin.FORGED


def test_a_tag_without_a_signature_is_told_from_one_that_nobody_looked_at():
    assert origin(FIRST, b"", magic=False) is Origin.UNSIGNED
    assert origin(FIRST, None, magic=False) is None


def test_a_copy_that_gives_itself_away_is_one_whatever_its_signature():
    assert origin(FIRST, SIGNED[FIRST], magic=True) is Origin.MAGIC


# A sitting


class Desk:
    """An enrolment at seat a; `read` lets the seat report a tag."""

    def __init__(self, tmp_path, work=None):
        self.tags = Tags(Journal(tmp_path / "games.db"))
        self.sitting = Sitting(work or Scene(seats="").work, self.tags, Silence())
        self.now, self.seq = 50.0, count(1)
        self.sitting.receive(Joined("a", {}, "boot"), self.now)
        self.wait(2.0)
        self.sitting.take_said()

    def wait(self, seconds=1.0):
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            self.sitting.tick(self.now)

    def read(self, number, signature=None, magic=False):
        """Return what is said about the tag."""
        self.sitting.receive(Tagged("a", next(self.seq), number, signature, magic), self.now)
        self.wait()
        return [(said.code, said.good) for said in self.sitting.take_said()]

    def summary(self, lang="en"):
        names = {row.uid: str(row.bearer) for row in self.tags.rows()}
        return remarks(self.sitting.origins, names, lang)


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_of_a_signed_tag_nothing_is_said(desk):
    assert desk.read(FIRST, SIGNED[FIRST]) == [("taken", True)]
    assert desk.summary() == []


def test_an_old_seat_that_reads_no_signatures_leads_to_no_remark(desk):
    assert desk.read(FIRST) == [("taken", True)]
    assert desk.summary() == []


def test_unsigned_tags_are_taken_and_counted_at_the_end(desk):
    for number in range(3):
        assert desk.read(uid(number), b"") == [("taken", True)]
    (text,) = desk.summary()
    assert text.startswith("3 tags have no signature: they work")


def test_a_copy_is_taken_with_a_warning_and_named_at_the_end(desk):
    assert desk.read(FIRST, bytes(32)) == [("forged", False), ("taken", True)]
    assert desk.read(SECOND, b"", magic=True) == [("magic", False), ("taken", True)]
    assert [row.uid for row in desk.tags.rows()] == [FIRST, SECOND]
    (text,) = desk.summary()
    assert text.startswith("2 tags are copies: clay_pit:3, clay_pool:3. ")
    assert desk.summary("fr")[0].startswith("2 étiquettes sont des copies : ")


def test_a_copy_of_an_enrolled_card_is_refused_as_ever_and_called_a_copy(desk):
    desk.read(FIRST, SIGNED[FIRST])
    desk.wait(3.0)
    assert desk.read(FIRST, b"", magic=True) == [("used", False), ("magic", False)]
    assert [row.uid for row in desk.tags.rows()] == [FIRST]


def test_a_copy_is_warned_of_once_however_often_it_is_read(desk):
    desk.read(FIRST, bytes(32))
    assert desk.read(FIRST, bytes(32)) == []


def test_a_weak_reading_does_not_make_a_signed_tag_unsigned(desk):
    desk.read(FIRST, b"")
    desk.read(FIRST, SIGNED[FIRST])
    desk.read(FIRST, b"")
    assert desk.summary() == []


def test_a_tag_that_was_taken_back_is_not_counted(desk):
    desk.read(FIRST, bytes(32))
    desk.sitting.work.press("a", "undo", desk.now)
    desk.wait()
    assert desk.summary() == []


def test_a_roll_of_copies_does_not_fill_the_screen():
    names = {uid(number): f"card{number}" for number in range(150)}
    (text,) = remarks(dict.fromkeys(names, Origin.FORGED), names, "en")
    assert text.startswith("150 tags are copies: card0, ")
    assert f"card{SHOWN - 1}, …. " in text and f"card{SHOWN}" not in text


def test_a_deck_check_warns_of_copies_too(tmp_path):
    rules = rules_for("1e", ("base",), 3)
    cards = collection(rules.box, ("base",), 3)
    uids = [FIRST, SECOND, uid(1)]
    rows = [TagRow(*row) for row in zip(uids, ["main"] * 3, cards, strict=False)]
    work = Inspection(expected(rules), rows, "main", Names(rules.box))
    desk = Desk(tmp_path, work)
    assert desk.read(FIRST, SIGNED[FIRST]) == [("fits", True)]
    assert desk.read(SECOND, bytes(32)) == [("fits", True), ("forged", False)]
    assert desk.read(uid(1), b"") == [("fits", True)]
    facts = _facts(work.report(), work, desk.sitting.origins)
    assert (facts["unsigned"], facts["copies"]) == ([str(cards[2])], [str(cards[1])])


# With the firmware


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        (Tag(FIRST, SIGNED[FIRST]), ["taken"]),
        (Tag(FIRST), ["taken"]),
        (Tag(FIRST, bytes(32)), ["forged", "taken"]),
        (Tag("deadbeef"), ["taken"]),
    ],
    ids=["signed", "unsigned", "zeros", "four bytes"],
)
def test_a_tag_on_the_tray_of_a_board_is_judged(tmp_path, tag, said):
    deck = DeckRow("main", "1e", ("base",))
    shop = Workshop(tmp_path / "games.db", collection(deck.box, ("base",))[:2], deck, seats=1)
    while shop.asked(0) is None:
        shop.step()
    shop.boards[0].parts.lay(tag)
    while shop.work.left == 2:
        assert shop.now < 30, shop.said
        shop.step()
    shop.kill()
    assert [each.code for each in shop.said] == ["hello", *said]


PEOPLE = {
    "Ann": Tag(FIRST, SIGNED[FIRST]),
    "Bo": Tag(SECOND),
    "Cy": Tag("04112233445566", bytes(32)),
}


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_the_command_takes_them_all_and_tells_of_the_copy(tmp_path):
    """The seat is in this process, the command in another one: a person lays what it asks for."""
    board = RealTimeBoard(InProcessBoard())
    asked, over = [None], threading.Event()

    def move(name):
        board.parts.lift()
        if name:
            board.parts.lay(PEOPLE[name])

    def work():
        hands = Hands(move, lambda: asked[0])
        while not over.wait(0.02):
            hands.look()

    words = [word for name in PEOPLE for word in ("--player", name)]
    words += ["--seats", f"serial:{board.port}", "--journal", str(tmp_path / "games.db")]
    person = threading.Thread(target=work)
    person.start()
    lines = []
    try:
        with subprocess.Popen(command("enrol", *words), stdout=subprocess.PIPE, text=True) as host:
            for text in host.stdout:
                lines.append(text.rstrip())
                left = [
                    name for name in PEOPLE if f"player {name} has its tag." not in "".join(lines)
                ]
                asked[0] = left[0] if left else None
    finally:
        over.set()
        person.join()
        board.close()
    assert host.returncode == 0
    copies = [text for text in lines if "probably a copy" in text]
    assert copies == [
        "Seat 1: This tag is probably a copy: its signature is not NXP's, so another tag may have "
        "the same number. It works, but a genuine sticker is safer."
    ]
    assert lines[-3:] == [
        "Everything has its tag: 3 of 3.",
        "1 tag has no signature: it works, but nobody can tell whether it is a genuine NTAG21x.",
        "1 tag is a copy: player Cy. `wondertable deck replace` gives the card another sticker.",
    ]
