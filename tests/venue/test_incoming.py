"""Whatever one message holds, it concerns that message only: the rest of the fair goes on."""

import json
import sqlite3
import threading

import pytest
from click.testing import CliRunner
from starlette.responses import JSONResponse

from host_tools.cli import main
from host_tools.table.database import whole
from host_tools.venue import book as books
from host_tools.venue import incoming, quarantine, subscriber
from host_tools.venue.book import MIGRATIONS, Book, BookError
from host_tools.venue.broker_outbox import encoded
from host_tools.venue.incoming import MessageError
from host_tools.venue.mqtt import LARGEST, Address, Connection
from host_tools.venue.subscriber import Venue
from host_tools.web.venue_pages import VenuePages
from tests.venue import paper
from tests.venue.fair import eventually, quick_folder

HONEST = (
    paper.link(),
    paper.state(phase="over", seats=[paper.status(n, p, 9 - n, n + 1) for n, p in enumerate("AB")]),
    paper.result(Ann=(50, 1), Bo=(40, 2)),
)


class PaperVenue:
    """A venue without a broker: messages are handed to it."""

    def __init__(self, folder):
        self.book = Book(folder / "venue.db")
        self.venue = Venue(Address("x", 1883), self.book)
        self.pages = VenuePages(self.venue)

    def hear(self, *messages):
        for message in messages:
            self.venue.receive(paper.topic(message), encoded(message))

    def says(self, lang="en"):
        """Everything that the page gets, as it is sent."""
        return json.loads(JSONResponse(self.pages._draw([("public", lang)])["public", lang]).body)

    def why(self):
        return [refusal.why for refusal in self.venue.refused()]

    def table(self, name="1"):
        (row,) = (row for row in self.venue.rows() if row["name"] == name)
        return row


@pytest.fixture
def folder():
    with quick_folder() as found:
        yield found


@pytest.fixture
def fair(folder):
    found = PaperVenue(folder)
    yield found
    found.venue.stop()
    found.book.close()


def changed(message, **fields):
    """A message as text, with other values: `seats__0__coins=5`, or ... to leave one out."""
    message = json.loads(json.dumps(message))
    for path, value in fields.items():
        *levels, last = [int(level) if level.isdecimal() else level for level in path.split("__")]
        inner = message
        for level in levels:
            inner = inner[level]
        if value is ...:
            del inner[last]
        else:
            inner[last] = value
    return json.dumps(message).encode()


def nested(message, depth):
    """A message with a field that is nested deep."""
    return encoded(message)[:-1] + b',"more":' + b"[" * depth + b"]" * depth + b"}"


LINK, STATE, RESULT = HONEST
INFINITY = float("inf")
GARBAGE = [
    # why, which message it is sent as, what is sent
    ("no_json", STATE, b"no json"),
    ("no_text", STATE, b"\xff"),
    ("no_text", STATE, json.dumps(STATE).encode("utf-16")),
    ("schema", STATE, b"[]"),
    ("schema", LINK, b"null"),
    ("schema", LINK, b"5"),
    ("schema", RESULT, b"{}"),
    ("too_long", RESULT, changed(RESULT, more="x" * incoming.SIZE)),
    ("no_json", STATE, b"9" * 5000),
    ("twice", LINK, encoded(LINK)[:-1] + b',"online":false}'),
    ("too_deep", LINK, b"[" * 20_000),
    *[
        (why, message, text)
        for message in HONEST
        for why, text in (
            ("too_deep", nested(message, incoming.DEPTH)),
            ("too_deep", nested(message, 900)),
            ("too_deep", nested(message, 15_000)),
            ("no_number", changed(message, more=INFINITY)),
            ("no_number", changed(message, more=float("nan"))),
            ("too_large", changed(message, more=2**70)),
            ("too_large", encoded(message)[:-1] + b',"more":1e999}'),
            ("no_text", changed(message, more="\ud800")),
            ("no_text", changed(message, more={"\udfff": 1})),
            ("schema", changed(message, schema="wondertable/other/1")),
            ("schema", changed(message, table=7)),
            ("schema", changed(message, table__id=...)),
            ("schema", changed(message, table__id=[])),
            ("schema", changed(message, table__id="x")),
            ("schema", changed(message, table__name=...)),
            ("schema", changed(message, table__name=["1"])),
            ("schema", changed(message, table__name="x" * 41)),
            ("schema", changed(message, table__name="\x1b[2J")),
            ("other_name", changed(message, table__name="2")),
        )
    ],
    *[
        (why, message, text)
        for message in (STATE, RESULT)
        for why, text in (
            ("no_number", changed(message, seats__0__score__total=INFINITY)),
            ("no_number", changed(message, seats__0__rank=INFINITY)),
            ("too_large", changed(message, seats__0__coins=2**70)),
            ("schema", changed(message, seats__0__score__total=10**6)),
            ("schema", changed(message, seats__0__score__total="x")),
            ("schema", changed(message, seats__0__score__total=True)),
            ("schema", changed(message, seats__0__coins="x")),
            ("schema", changed(message, seats__0__coins=None)),
            ("schema", changed(message, seats__0__player=5)),
            ("schema", changed(message, seats__0__player=...)),
            ("schema", changed(message, seats__0__player="x" * 201)),
            ("schema", changed(message, seats=message["seats"] * 5)),
            ("schema", changed(message, game="game")),
            ("seats", changed(message, seats__0__seat=1)),
        )
    ],
    ("schema", LINK, changed(LINK, online="yes")),
    ("schema", STATE, changed(STATE, phase=["lay"])),
    ("schema", STATE, changed(STATE, age=99)),
    ("schema", STATE, changed(STATE, turn={})),
    ("schema", STATE, changed(STATE, missing="ab")),
    ("schema", STATE, changed(STATE, missing=[-1])),
    ("seats", STATE, changed(STATE, missing=[5])),
    ("schema", RESULT, changed(RESULT, revision=-1)),
    ("schema", RESULT, changed(RESULT, revision="z")),
    ("schema", RESULT, changed(RESULT, ended=None)),
    ("schema", RESULT, changed(RESULT, final=2)),
    ("other_game", RESULT, changed(RESULT, game=paper.uid("another"))),
    *[
        ("names", message, changed(message, seats__0__player=name))
        for message in (STATE, RESULT)
        for name in ("A\nB", "Ann\r", "\x1b[2J", "A\u2028B", "A\x85", "\u2029", "\0", "", "  ")
    ],
    ("player_twice", RESULT, changed(RESULT, seats__1__player="ann ")),
    ("player_twice", RESULT, changed(RESULT, seats__0__player="Zoë", seats__1__player="Zoe\u0308")),
    ("ranks", RESULT, changed(RESULT, seats__0__rank=2, seats__1__rank=1)),
    ("ranks", RESULT, changed(RESULT, seats__0__rank=2, seats__1__rank=3)),
    ("ranks", RESULT, changed(RESULT, seats__1__rank=1)),
    ("ranks", RESULT, changed(RESULT, seats__1__rank=None)),
    ("ranks", RESULT, changed(RESULT, seats__0__rank=None, seats__1__rank=None)),
    ("ranks", RESULT, changed(RESULT, seats__1__score__total=50, seats__1__coins=1)),
    ("ranks", RESULT, changed(RESULT, variant="team")),
]


def test_a_message_that_cannot_be_used_changes_nothing_and_the_reason_is_shown(fair):
    fair.hear(*HONEST)
    before = fair.says()
    for number, (why, message, text) in enumerate(GARBAGE, 1):
        fair.venue.receive(paper.topic(message), text)
        assert fair.venue.unreadable == number, text[:80]
        assert fair.venue.refused()[0].why == why, (text[:80], fair.venue.refused()[0])
    after = fair.says()
    assert after["view"].pop("refused") == len(GARBAGE)
    assert len(after["view"].pop("last_refused")) == 5
    assert {**before["view"], **after["view"]} == before["view"]
    assert after["tournament"] == before["tournament"]
    fair.hear(paper.result(game="next", Cy=(60, 1), Di=(50, 1)))
    assert len(fair.book.results()) == 2


def test_what_a_newer_table_adds_is_no_reason_to_refuse(fair):
    fair.venue.receive(paper.topic(STATE), changed(STATE, seats__0__mood={"good": 0.5}, fun=1.0))
    assert fair.why() == []


def test_whole_numbers_may_be_written_as_others_do(fair):
    fair.venue.receive(paper.topic(STATE), changed(STATE, missing=[1.0], turn=3.0))
    assert fair.table()["missing"] == ["B"]
    assert fair.table()["turn"] == 3
    assert fair.why() == []


@pytest.mark.parametrize("levels", ["1", "1/other", "1/results", "1/results/a/b", "1/state/x", ""])
def test_a_topic_that_no_table_has_is_refused(fair, levels):
    fair.venue.receive(f"wondertable/v1/tables/{levels}", encoded(STATE))
    assert fair.why() == ["topic"]
    assert fair.venue.rows() == []


def test_a_book_that_cannot_be_written_is_no_fault_of_the_message(fair):
    """The broker sends it again: nothing is lost."""
    fair.book._db.execute("PRAGMA query_only = ON")
    with pytest.raises(BookError, match="cannot be used"):
        fair.hear(RESULT)
    assert fair.why() == []


@pytest.mark.slow
def test_garbage_at_a_real_broker_keeps_no_result_away(running, folder):
    """It is retained: whoever connects gets it first, again and again."""
    address = running.address()
    stranger = Connection(address, "stranger")
    stranger.open()
    honest = paper.result("9", "honest")
    garbage = [(paper.topic(message, "fair"), text) for _, message, text in GARBAGE]
    large = ("fair/v1/tables/1/state", b"x" * (2 * LARGEST))  # stays at the broker
    for topic, payload in [*garbage, large, (paper.topic(honest, "fair"), encoded(honest))]:
        stranger.finish(stranger.publish(topic, payload, retain=True))
    book = Book(folder / "venue.db")
    for _ in range(2):
        venue = Venue(address, book)
        venue.start()
        eventually(lambda venue=venue: venue.received >= 3, "what is retained")
        stranger.finish(stranger.publish(*garbage[0], retain=False))
        eventually(lambda venue=venue: venue.unreadable >= 3, "the garbage")
        eventually(lambda: book.results() == [honest], "the result")
        assert venue.trouble == ""
        venue.stop()
    stranger.close()
    book.close()


# Results that can be


def of_four(variant, *lines, **more):
    """A result of a variant, by seat: (points, coins, rank)."""
    seats = [
        paper.seat(number, player, *line)
        for number, (player, line) in enumerate(zip(("Ann", "Bo", "Cy", "Di"), lines, strict=False))
    ]
    return {**paper.result(), "variant": variant, "seats": seats, **more}


def test_ranks_are_those_of_the_rules(fair):
    """R184: a team adds points and coins. The Free City has no rank."""
    possible = [
        of_four("team", (50, 1, 2), (10, 1, 2), (40, 3, 1), (20, 0, 1)),
        of_four("team", (50, 1, 1), (10, 1, 1), (40, 2, 1), (20, 0, 1)),
        of_four("two_player", (50, 1, 2), (50, 2, 1), (90, 9, None)),
        of_four("standard", (50, 1, 1), (50, 1, 1), (40, 9, 3)),
        of_four("standard", (50, 1, None), (40, 1, None), final=False),  # reopened by an undo
    ]
    for number, result in enumerate(possible):
        fair.hear({**result, "game": paper.uid(number)})
    assert fair.why() == []
    impossible = [
        of_four("team", (50, 1, 1), (10, 1, 4), (40, 3, 2), (20, 0, 3)),
        of_four("team", (50, 1, 1), (10, 1, 1), (40, 3, 2)),
        of_four("two_player", (50, 1, 3), (50, 2, 2), (90, 9, 1)),
        of_four("standard", (50, 1, 1), (40, 1, 3), (40, 1, 3)),
    ]
    for result in impossible:
        fair.hear(result)
    assert [refusal.times for refusal in fair.venue.refused()] == [len(impossible)]
    assert fair.why() == ["ranks"]


def test_names_from_before_there_was_a_rule_are_read(fair):
    fair.hear(paper.result(**{"[b] =1+1 " + "x" * 40: (50, 1), "Zoë 👩\u200d🚀": (40, 1)}))
    assert fair.why() == []


# The quarantine


def test_what_was_refused_is_in_the_book_with_its_reason(fair, folder):
    for _ in range(3):
        fair.venue.receive("wondertable/v1/tables/[b]\x1b7/state", b"\x1b[2J" + b"x" * 1000)
    fair.venue.stop()
    done = CliRunner().invoke(main, ["venue", "--book", str(folder / "venue.db"), "refused"])
    assert done.exit_code == 0
    assert "\x1b" not in done.output
    assert "wondertable/v1/tables/[b]\\x1b7/state  3 times" in done.output
    assert "It is not JSON" in done.output
    assert done.output.count("x") < 400
    (kept,) = fair.book.refused()
    assert kept.times == 3
    assert fair.says()["view"]["last_refused"][0]["times"] == 3


def test_nothing_refused_is_said_too(folder):
    done = CliRunner().invoke(main, ["venue", "--book", str(folder / "venue.db"), "refused"])
    assert "There is no book" in done.output
    Book(folder / "venue.db").close()
    done = CliRunner().invoke(main, ["venue", "--book", str(folder / "venue.db"), "refused"])
    assert done.output == "No message was refused.\n"


def test_the_newest_refusals_are_kept(fair):
    for number in range(quarantine.KEPT + 50):
        fair.venue.receive(f"wondertable/v1/tables/{number}/state", b"?")
    fair.venue.stop()
    kept = fair.book.refused()
    assert len(kept) == quarantine.KEPT
    assert kept[0].topic.endswith(f"/{quarantine.KEPT + 49}/state")


def test_reasons_are_said_in_every_language(fair):
    fair.venue.receive(paper.topic(STATE), b"?")
    assert fair.says("fr")["view"]["last_refused"][0]["why"].startswith("Ce n'est pas du JSON")


# Books that hold what older versions let in


def old_book(path, *payloads):
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        for number, payload in enumerate(payloads):
            db.execute("INSERT INTO results VALUES (?, 1, 1, 'x', ?)", (f"game {number}", payload))
        db.execute("PRAGMA user_version = 1")
    db.close()


DAMAGED = (
    b"{", b"\xff\xfe", changed(RESULT, seats__0__score__total=INFINITY), b"[" * 20_000,
    changed(RESULT, table__name=...), changed(RESULT, seats__0__player=5), encoded(STATE),
)  # fmt: skip


@pytest.mark.parametrize("reading", [True, False])
def test_an_old_book_is_read_and_what_is_damaged_in_it_is_set_aside(folder, reading):
    old_book(folder / "venue.db", *DAMAGED, encoded(RESULT).decode())
    book = Book(folder / "venue.db", reading)
    assert book.results() == [RESULT]
    assert [standing.player for standing in book.standings()] == ["Ann", "Bo"]
    assert len(book.refused()) == len(DAMAGED)
    for name, computer in (("1", "other"), ("2", "1")):
        with pytest.raises(MessageError, match="belongs to table 1"):
            book.take(paper.result(name, revision=9, computer=computer, Ann=(1, 1), Bo=(2, 1)))
    book.close()


@pytest.mark.parametrize("payload", DAMAGED)
def test_a_result_that_is_damaged_on_the_disk_costs_only_itself(fair, payload):
    fair.hear(RESULT, paper.result(game="next", Cy=(60, 1), Di=(50, 1)))
    fair.book._db.execute(
        "UPDATE results SET payload = ? WHERE game = ?", (payload, RESULT["game"])
    )
    assert [row["player"] for row in fair.says()["tournament"]["standings"]] == ["Cy", "Di"]
    assert fair.says()["view"]["refused"] == 1
    fair.hear(RESULT)  # its table sends it again
    assert len(fair.book.results()) == 2


# Whose game it is


def test_a_result_cannot_be_replaced_by_another_table(fair):
    fair.hear(RESULT)
    fair.hear(paper.result("9", revision=9, Ann=(0, 0), Bo=(99, 0)))
    fair.hear(paper.result("1", revision=9, computer="other", Ann=(0, 0), Bo=(99, 0)))
    assert fair.book.results() == [RESULT]
    assert fair.why() == ["other_table"] * 2
    fair.hear(paper.result(revision=3, Ann=(45, 1), Bo=(46, 2)))
    assert [standing.player for standing in fair.book.standings()] == ["Bo", "Ann"]


def test_who_announces_a_game_first_plays_it(fair):
    """A stranger sees the id of a game in the table's state, and is too late with a result."""
    fair.hear(paper.state("1"))
    fair.hear(paper.result("9", Zoe=(99, 9), Yan=(1, 1)), paper.state("9"))
    assert fair.book.results() == []
    assert fair.why() == ["other_table"] * 2
    fair.hear(RESULT)
    assert fair.book.results() == [RESULT]


def test_that_holds_after_the_venue_was_started_again(fair):
    fair.hear(paper.state("1"))
    again = Venue(Address("x", 1883), fair.book)
    forged = paper.result("9", Zoe=(99, 9), Yan=(1, 1))
    again.receive(paper.topic(forged), encoded(forged))
    assert fair.book.results() == []


def test_a_stranger_cannot_use_the_id_of_a_table_that_is_online(fair):
    """Where brokers let every table write to its own topics only, the name is what counts."""
    fair.hear(paper.link("1"), paper.state("1"), RESULT)
    fair.hear(paper.result("9", revision=9, computer="1", Ann=(0, 0), Bo=(99, 0)))
    assert fair.book.results() == [RESULT]
    assert fair.why() == ["other_table"]


def test_a_result_cannot_be_taken_away_from_a_table_that_is_off(fair):
    """Its id is in every message: a broker's list of rights guards only its name."""
    fair.hear(*HONEST, paper.link("1", online=False))
    fair.hear(paper.state("2", computer="1"))
    fair.hear(paper.result("2", revision=2, computer="1", Ann=(0, 0), Bo=(99, 0)))
    assert fair.book.results() == [RESULT]
    assert fair.why() == ["other_table"] * 2
    assert fair.table()["status"] == "finished"
    correction = paper.result(revision=3, Ann=(45, 1), Bo=(46, 2))
    fair.hear(correction)
    assert fair.book.results() == [correction]


def test_a_game_keeps_the_name_under_which_it_was_begun(fair):
    fair.hear(paper.link("1"), paper.state("1"), paper.link("1", online=False))
    fair.hear(paper.link("2", computer="1"), paper.state("2", computer="1"))
    fair.hear(paper.result("2", computer="1", Ann=(0, 0), Bo=(99, 0)))
    assert fair.book.results() == []
    assert fair.why() == ["other_table"] * 2
    assert standing(fair) == ("alarm", "away")
    fair.hear(paper.link("1"), RESULT)  # started again with its old name
    assert fair.book.results() == [RESULT]


def test_between_games_a_table_may_get_another_name(fair):
    """It goes on to send its older results under the old one."""
    fair.hear(*HONEST, paper.link("1", online=False))
    fair.hear(paper.link("2", computer="1"), RESULT, paper.state("2", "lay", "next", computer="1"))
    fair.hear(paper.result("2", "next", computer="1", Cy=(50, 1), Di=(40, 2)), RESULT)
    assert {result["table"]["name"] for result in fair.book.results()} == {"1", "2"}
    assert fair.why() == []


def test_two_programs_with_one_book_agree_whose_game_it_is(folder):
    """The other one is quicker by the moment between a look and a write."""
    ours, theirs = Book(folder / "venue.db"), Book(folder / "venue.db")
    statements, errors = [], []

    def take():
        try:
            ours.take(RESULT)
        except Exception as error:
            errors.append(error)

    ours._db.set_trace_callback(statements.append)
    with whole(theirs._db):
        theirs._db.execute(
            "INSERT INTO games VALUES (?, ?, ?)", (RESULT["game"], *RESULT["table"].values())
        )
        thread = threading.Thread(target=take)
        thread.start()
        eventually(lambda: any("INTO games" in each for each in statements), "the write")
    thread.join()
    assert errors == []
    assert theirs.results() == [RESULT]
    ours.close()
    theirs.close()


def test_a_table_that_is_replaced_plays_its_own_games(fair):
    fair.hear(*HONEST, paper.link("1", online=False))
    fair.hear(paper.link("1", computer="spare"), paper.state("1", game="next", computer="spare"))
    fair.hear(paper.result("1", "next", computer="spare", Ann=(1, 1), Bo=(2, 2)), RESULT)
    assert len(fair.book.results()) == 2
    assert fair.table()["status"] == "playing"
    assert fair.why() == []


# Limits


def test_tables_that_are_off_make_place_and_others_do_not(fair, monkeypatch):
    monkeypatch.setattr(subscriber, "TABLES", 3)
    fair.hear(paper.link("1", online=False), paper.link("2"), paper.state("3", game="third"))
    fair.hear(paper.link("4"))
    assert {row["name"] for row in fair.venue.rows()} == {"2", "3", "4"}
    fair.hear(paper.link("5"))
    assert {row["name"] for row in fair.venue.rows()} == {"2", "3", "4"}
    assert fair.why() == ["tables_full"]


def test_computers_of_one_name_are_limited(fair):
    for number in range(20):
        fair.hear(paper.link("1", computer=f"computer {number}"))
    assert len(fair.venue.tables["1"].online) == subscriber.SAME_NAME
    assert fair.table()["alarm"] == "doubled"
    assert fair.why() == ["names_full"]


def test_games_of_a_table_and_of_a_book_are_limited(fair, monkeypatch):
    monkeypatch.setattr(books, "GAMES_A_TABLE", 2)
    monkeypatch.setattr(books, "GAMES", 3)
    for name, game in (("1", "a"), ("1", "b"), ("1", "c"), ("2", "d"), ("2", "e")):
        fair.hear(paper.result(name, game))
    assert len(fair.book.results()) == 3
    assert fair.why() == ["book_full", "games_full"]
    fair.hear(paper.result("1", "a", revision=3))  # what is known may still be corrected
    assert [result["revision"] for result in fair.book.results()].count(3) == 1


# How a table stands


def standing(fair):
    row = fair.table()
    return row["status"], row["alarm"]


def test_a_finished_table_that_goes_home_is_finished(fair):
    fair.hear(*HONEST)
    assert standing(fair) == ("finished", "")
    fair.hear(paper.link(online=False))
    assert standing(fair) == ("finished", "")


def test_a_table_that_leaves_before_its_result_has_arrived_is_an_alarm(fair):
    fair.hear(LINK, STATE, paper.link(online=False))
    assert standing(fair) == ("alarm", "unreported")
    fair.hear(RESULT)
    assert standing(fair) == ("finished", "")
    fair.hear(paper.result(revision=2, final=False))  # the game was reopened
    assert standing(fair) == ("alarm", "unreported")


def test_a_table_that_leaves_during_a_game_is_an_alarm_until_its_result_is_entered(fair):
    fair.book.plan(1, [("1", ["Ann", "Bo", "Cy"])])
    fair.hear(LINK, paper.state())
    assert standing(fair) == ("playing", "")
    fair.hear(paper.link(online=False))
    assert standing(fair) == ("alarm", "away")
    fair.book.enter_by_hand(1, "1", [("Ann", 5, 0), ("Bo", 4, 0), ("Cy", 3, 0)])
    assert standing(fair) == ("finished", "")


@pytest.mark.parametrize("phase", ["none", "abandoned"])
def test_a_table_without_a_game_may_leave(fair, phase):
    fair.hear(paper.state(phase=phase), LINK)
    assert standing(fair) == ("idle", "")
    fair.hear(paper.link(online=False))
    assert standing(fair) == ("idle", "")


def test_seats_may_be_unplugged_when_the_game_is_over(fair):
    seats = [paper.status(0, "Ann", connected=False), paper.status(1, "Bo")]
    fair.hear(LINK, paper.state(seats=seats))
    assert standing(fair) == ("alarm", "lost")
    fair.hear(paper.state(phase="over", seats=seats))
    assert standing(fair) == ("finished", "")


def test_trouble_and_doubled_names_are_alarms(fair):
    fair.hear(LINK, paper.state(trouble=True))
    assert standing(fair) == ("alarm", "trouble")
    fair.hear(paper.link(computer="other"))
    assert standing(fair) == ("alarm", "doubled")


def test_alarms_come_first_and_numbers_in_their_order(fair):
    for name in ("10", "9", "1", "Table 2"):
        fair.hear(paper.link(name), paper.state(name, game=name))
    fair.hear(paper.state("1", phase="over", game="1"), paper.link("10", online=False))
    assert [row["name"] for row in fair.venue.rows()] == ["10", "9", "Table 2", "1"]
