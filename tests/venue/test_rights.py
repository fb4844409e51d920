"""The list of rights in SECURITY.md, tried with a real Mosquitto."""

import re
from pathlib import Path

import pytest

from host_tools.venue import publisher
from host_tools.venue.broker_outbox import BrokerOutbox
from host_tools.venue.mqtt import BrokerError, Connection
from tests.venue import paper
from tests.venue.broker import broker, mosquitto
from tests.venue.spy import Spy

SECURITY = Path(__file__).parents[2] / "SECURITY.md"
(RULES,) = re.findall(r"```\n(# Tables.*?)```", SECURITY.read_text("utf-8"), re.DOTALL)
MAY = {
    ("7", "tables", "7", "state"): True,
    ("7", "tables", "7", "results", "x"): True,
    ("7", "tables", "8", "state"): False,
    ("7", "tables", "8", "results", "x"): False,
    ("7", "venue", "seating", "7"): False,
    ("venue", "venue", "seating", "7"): True,
    ("venue", "tables", "7", "results", "x"): False,
    ("screen", "tables", "7", "state"): False,
    ("screen", "venue", "seating", "7"): False,
}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    path, why = mosquitto()
    if path is None:
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("guarded")
    with broker(folder, rules=RULES, users=("7", "8", "venue", "screen")) as found:
        yield found


@pytest.mark.slow
def test_each_user_writes_only_its_own_topics(guarded):
    for (user, *levels), may in MAY.items():
        address = guarded.address(user=user)
        connection = Connection(address, "")
        connection.open()
        try:
            connection.finish(connection.publish(address.topic(*levels), b"{}", False))
            assert may, (user, levels)
        except BrokerError as error:
            assert not may and "may this user write" in str(error), (user, levels)
        finally:
            connection.close()


@pytest.mark.slow
def test_a_table_hears_its_own_seating_and_no_other_table(guarded):
    address = guarded.address(user="venue")
    with Spy(guarded.address(user="8")) as eight, Spy(guarded.address(user="screen")) as screen:
        venue = Connection(address, "")
        venue.open()
        for table in ("7", "8"):
            topic = address.topic("venue", "seating", table)
            venue.finish(venue.publish(topic, b'{"round": 1}', False))
        venue.close()
        screen.wait_for(lambda spy: len(spy.heard) == 2, "both seatings")
        eight.wait_for(lambda spy: spy.heard, "the seating of table 8")
        assert [topic for topic, _ in eight.heard] == [address.topic("venue", "seating", "8")]


@pytest.mark.slow
def test_results_under_an_old_name_do_not_hold_up_a_table_that_has_a_new_one(
    guarded, fair, tmp_path
):
    """Yesterday it was table 8; now it may write below 7 only."""
    outbox = BrokerOutbox(tmp_path / "outbox.db")
    old = paper.result("8", "yesterday")
    outbox.put([(old, 1, paper.topic(old, "fair"))])
    outbox.close()
    table = fair.add(tmp_path, "7", guarded.address(user="7"))
    table.begin()
    fair.drained()
    fair.turn()
    fair.drained()
    assert [notice.partition(" at ")[0] for notice in table.notices] == [
        publisher.NOT_TAKEN,
        "Connected to the broker",
    ]
    with Spy(guarded.address(user="screen")) as screen:
        screen.wait_for(lambda spy: spy.messages("state"), "the state of table 7")
        assert screen.messages("results") == []
    assert table.outbox.count() == 1  # kept for when it is table 8 again
