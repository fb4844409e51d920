"""A player who is forgotten: what a broker keeps has the new name, and every result counts once."""

import json

import pytest

from host_tools.venue.book import Book
from host_tools.venue.broker_options import PASSWORD
from host_tools.venue.broker_outbox import BrokerOutbox, outbox_beside
from host_tools.venue.mqtt import BrokerError
from host_tools.venue.retained import keep_instead, retained
from tests.commands.test_games import run
from tests.venue.broker import PASSWORD as SESAME
from tests.venue.broker import USER, broker
from tests.venue.fair import Fair
from tests.venue.paper import state, status
from tests.venue.spy import Spy
from tests.venue.test_messages import valid
from tests.venue.test_publisher import results_of

pytestmark = pytest.mark.slow
NAMES = ("Zerlina", "Bo", "Cy")


@pytest.fixture
def mqtt(running, monkeypatch):
    monkeypatch.setenv(PASSWORD, SESAME)
    return "--mqtt", f"mqtt://{USER}@127.0.0.1:{running.port}/fair"


def sent(folder, address):
    """Play a game at table 7 and send all of it; return the truth about it."""
    fair = Fair()
    try:
        table = fair.add(folder, "7", address, players=NAMES)
        if table.table is None and not table.journal.games():
            table.begin()
        fair.play()
        fair.drained()
        return table.truth()
    finally:
        fair.close()


def files(folder):
    """The outbox of a fair's table has a name of its own; the command wants its usual one."""
    (folder / "outbox.db").rename(outbox_beside(folder / "games.db"))
    return "--journal", folder / "games.db"


def standings(path, address):
    """Where somebody sees everybody who comes to the fair only now."""
    book = Book(path)
    for topic, message in retained(address).items():
        if "/results/" in topic:
            book.take(valid_result(message))
    found = [(s.rank, s.player, s.strength) for s in book.standings()]
    book.close()
    return found


def valid_result(payload):
    message = json.loads(payload)
    valid(message)
    return message


def test_what_the_broker_keeps_has_the_new_name(tmp_path, running, mqtt):
    address = running.address()
    truth = sent(tmp_path / "a", address)
    before = standings(tmp_path / "before.db", address)
    kept = retained(address)
    assert sum(b"Zerlina" in message for message in kept.values()) == 2  # the result, the state
    said = run("player", "forget", "Zerlina", "--yes", *files(tmp_path / "a"), *mqtt)
    assert "2 messages at the broker" in said and "--mqtt" not in said
    now = retained(address)
    assert now.keys() == kept.keys()
    assert not any(b"Zerlina" in message for message in now.values())
    with Spy(address) as late:
        late.wait_for(lambda spy: results_of(spy) == truth, "the same result")
    renamed = [(rank, name.replace("Zerlina", "Player 1"), *more) for rank, name, *more in before]
    assert standings(tmp_path / "after.db", address) == renamed


def test_a_table_that_comes_back_does_not_send_the_old_name(tmp_path, running, mqtt):
    address, folder = running.address(), tmp_path / "a"
    sent(folder, address)
    run("player", "forget", "Zerlina", "--yes", *files(folder), *mqtt)
    outbox_beside(folder / "games.db").rename(folder / "outbox.db")
    before = retained(address)
    with Spy(address) as spy:
        sent(folder, address)
        spy.wait_for(lambda spy: spy.messages("link")[-1]["online"] is False, "the end")
        assert not any(b"Zerlina" in message for _, message in spy.heard)
    assert {t for t in retained(address) if "results" in t} == {t for t in before if "results" in t}


def test_without_a_broker_it_is_told_that_one_may_still_know(tmp_path, running, mqtt):
    sent(tmp_path / "a", running.address())
    forget = ("player", "forget", "Zerlina", "--yes", *files(tmp_path / "a"))
    said = run(*forget)
    assert "`wondertable player forget Zerlina --as 'Player 1' --mqtt mqtt://user@host" in said
    said = run(*forget, "--as", "Player 1", *mqtt)
    assert "2 messages at the broker" in said
    kept = b"".join(retained(running.address()).values())
    assert b"Player 1" in kept and b"Zerlina" not in kept


def test_whoever_is_in_a_game_at_another_computer_is_not_forgotten(tmp_path, running, mqtt):
    address = running.address()
    sent(tmp_path / "a", address)
    topic, seats = "fair/v1/tables/8/state", [status(0, "ZERLINA"), status(1, "Bo")]
    forget = ("player", "forget", "Zerlina", "--yes", *files(tmp_path / "a"), *mqtt)
    keep_instead(address, {topic: json.dumps(state("8", seats=seats)).encode()})
    said = run(*forget, code=1)
    assert "ZERLINA plays at table 8: finish that game first" in said and topic in said
    assert sum(b"Zerlina" in message for message in retained(address).values()) == 2
    keep_instead(address, {topic: json.dumps(state("8", "over", seats=seats)).encode()})
    assert "3 messages at the broker" in run(*forget)


def test_a_broker_that_refuses_is_told(tmp_path, monkeypatch):
    monkeypatch.setenv(PASSWORD, SESAME)
    rules = f"user {USER}\ntopic read fair/#\ntopic write fair/v1/asked/#\n"
    with broker(tmp_path, rules=rules) as running:
        assert retained(running.address()) == {}
        with pytest.raises(BrokerError, match="may this user write"):
            keep_instead(running.address(), {"fair/v1/tables/7/state": b"{}"})


def test_what_is_kept_at_the_broker_is_exported(tmp_path, running, mqtt):
    sent(tmp_path / "a", running.address())
    said = run("player", "export", "Zerlina", *files(tmp_path / "a"), *mqtt)
    assert "fair/v1/tables/7/state" in said and '"Bo"' not in said
    outbox = BrokerOutbox(outbox_beside(tmp_path / "a/games.db"), reading=True)
    assert "Zerlina" in outbox.names()
    outbox.close()
