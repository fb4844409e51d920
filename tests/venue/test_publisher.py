"""A table and its broker: nothing is lost, nothing counts twice, nothing secret is told."""

import json

import pytest
import trustme

from host_tools.rules.errors import MoveError
from host_tools.table.evening import LAYING
from host_tools.venue.broker_outbox import BrokerOutbox
from host_tools.venue.mqtt import BrokerError, Connection
from tests.venue.broker import broker
from tests.venue.fair import eventually
from tests.venue.spy import Spy
from tests.venue.test_messages import valid


def results_of(spy):
    """What somebody who counts once has heard: the final results by game."""
    newest = {}
    for result in spy.messages("results"):
        if result["revision"] >= newest.get(result["game"], result)["revision"]:
            newest[result["game"]] = result
    return {
        game: [(seat["score"], seat["rank"]) for seat in result["seats"]]
        for game, result in newest.items()
        if result["final"]
    }


def all_told(spy, *tables):
    """Has everything come that the chronicles tell?"""
    heard = {event["id"] for event in spy.events()}
    told = [event["id"] for table in tables for event in table.chronicle.events]
    return told and set(told) <= heard


def test_a_game_is_told_whole_and_in_order(tmp_path, running, fair):
    with Spy(running.address()) as spy:
        table = fair.add(tmp_path / "a", "Table 7", running.address())
        table.begin()
        fair.play()
        fair.drained()
        spy.wait_for(lambda spy: all_told(spy, table), "the whole game")
        ids = [event["id"] for event in spy.events()]
        assert ids == [event["id"] for event in table.chronicle.events]
        assert results_of(spy) == table.truth()
        for message in (
            m for what in ("state", "events", "results", "link") for m in spy.messages(what)
        ):
            valid(message)
    with Spy(running.address()) as late:
        late.wait_for(lambda spy: spy.messages("state"), "the retained state")
        late.wait_for(lambda spy: results_of(spy) == table.truth(), "the retained result")
        assert late.messages("state")[0]["phase"] == "over"
        assert {topic.rsplit("/", 1)[0] for topic, _ in late.heard} <= {
            "fair/v1/tables/Table 7", "fair/v1/tables/Table 7/results",
        }  # fmt: skip


@pytest.mark.parametrize("leaky", [False, True])
def test_nothing_tells_a_card_before_the_lock(tmp_path, running, fair, leaky, monkeypatch):
    """The spy hears every topic over a whole game; a table that leaks is caught by it."""
    spy = Spy(running.address())
    table = fair.add(tmp_path / "a", "7", running.address(), players=("Ann", "Bo", "Cy", "Di"))
    monkeypatch.setattr("host_tools.venue.publisher.STATE_S", 0.0)
    table.begin()
    if leaky:
        honest = table.state
        monkeypatch.setattr(
            table, "state",
            lambda: {**honest(), "leak": [s.card.name for s in table.table.secrets.values()]},
        )  # fmt: skip
    found = []
    with spy:
        while not table.over:
            fair.drained()
            spy.wait_for(lambda spy: all_told(spy, table), "what is public")
            before = len(spy.heard)
            _lay_all_but_one(table)
            fair.drained()
            last = len(table.table.evening.round.commits)
            spy.wait_for(
                lambda spy, last=last: (
                    sum(s["committed"] for s in spy.messages("state")[-1]["seats"]) == last
                ),
                "the picture with the committed cards",
            )
            hidden = [w for uid, card in table.laid() for w in (uid, card.id, f'"{card.name}')]
            assert hidden
            said = b"".join(payload for _, payload in spy.heard[before:]).decode()
            found += [word for word in hidden if word in said]
            if leaky:
                break
            fair.turn()
    assert bool(found) is leaky


def _lay_all_but_one(table):
    """Let everybody lay a card except the last seat."""
    table.people.look()
    for place in list(table.places.values())[:-1]:
        place.do()
    for place in table.places.values():
        place.act = None
    assert table.table.evening.phase == LAYING


def test_what_happens_without_a_broker_waits_for_it(tmp_path, running, fair):
    running.stop()
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    fair.play()
    eventually(lambda: table.notices, "a notice", meanwhile=lambda: fair.answer(0.02))
    assert "is the broker running?" in table.notices[0]
    running.start()
    with Spy(running.address()) as spy:
        fair.drained()
        spy.wait_for(lambda spy: results_of(spy) == table.truth(), "all that waited")
    assert "Connected" in table.notices[-1]
    assert table.outbox.count() == 0


def test_a_broker_that_is_killed_and_forgets_everything_hears_the_result_again(
    tmp_path, running, fair
):
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    fair.play()
    fair.drained()
    running.kill()
    running.forget()
    eventually(lambda: table.notices, "a notice", meanwhile=lambda: fair.answer(0.02))
    running.start()
    fair.drained()
    with Spy(running.address()) as spy:
        spy.wait_for(lambda spy: results_of(spy) == table.truth(), "the result")


def test_a_table_that_was_killed_tells_what_it_had_not_told(tmp_path, running, fair):
    """The outbox may lose its last rows: the journal tells them again."""
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    for _ in range(4):
        fair.turn()
    fair.drained()
    table.close()
    fair.tables.clear()
    box = BrokerOutbox(tmp_path / "a" / "outbox.db")
    box._db.execute("DELETE FROM told WHERE id IN (SELECT id FROM told LIMIT 5)")
    box.close()
    with Spy(running.address()) as spy:
        again = fair.add(tmp_path / "a", "7", running.address())
        fair.drained()
        spy.wait_for(lambda spy: len(spy.events()) >= 5, "what was lost")
        fair.play()
        fair.drained()
        spy.wait_for(lambda spy: results_of(spy) == again.truth(), "the result")
        assert len(again.truth()) == 1


def test_the_end_of_a_game_is_told_although_the_next_one_has_begun(tmp_path, running, fair):
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    fair.turn()
    fair.drained()
    table.publisher.stop()
    fair.tables.clear()
    while not table.over:  # nobody publishes any more, as after a crash of that thread
        table.step()
    table.journal.close()
    with Spy(running.address()) as spy:
        again = fair.add(tmp_path / "a", "7", running.address())
        again.begin()
        fair.drained()
        spy.wait_for(lambda spy: results_of(spy) == again.truth(), "the old result")


def test_a_table_that_vanishes_is_offline_and_comes_back(tmp_path, running, fair):
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    fair.drained()
    with Spy(running.address()) as spy:
        spy.wait_for(
            lambda spy: spy.messages("link")[-1:] and spy.messages("link")[-1]["online"], "it"
        )
        table.publisher._connection._client.socket().shutdown(2)  # the cable is pulled
        spy.wait_for(lambda spy: not spy.messages("link")[-1]["online"], "the last will")
        fair.drained()
        spy.wait_for(lambda spy: spy.messages("link")[-1]["online"], "the table")


# Refusals are sentences


def refusal(address):
    connection = Connection(address, "test")
    try:
        with pytest.raises(BrokerError) as error:
            connection.open()
        return str(error.value)
    finally:
        connection.close()


def test_a_wrong_password_is_told_as_one(running):
    assert "the password is wrong" in refusal(running.address(password="open"))


def test_nobody_at_that_port_is_told(running):
    running.stop()
    assert "is the broker running?" in refusal(running.address())


def test_an_unknown_host_is_told():
    from host_tools.venue.mqtt import Address

    assert "no computer called" in refusal(Address("nobody.invalid", 1883))


@pytest.mark.slow
def test_tls_is_checked_and_its_errors_are_told(tmp_path, fair):
    ca = trustme.CA()
    ca.cert_pem.write_to_path(tmp_path / "ca.pem")
    with broker(tmp_path, certificate=ca.issue_cert("127.0.0.1")) as running:
        safe = running.address(tls=True, ca=tmp_path / "ca.pem")
        table = fair.add(tmp_path / "a", "7", safe)
        table.begin()
        with Spy(safe) as spy:
            fair.play()
            fair.drained()
            spy.wait_for(lambda spy: results_of(spy) == table.truth(), "the result over TLS")
        assert "is not trusted" in refusal(running.address(tls=True))
        assert "Does it want mqtts://?" in refusal(running.address())
        other = tmp_path / "other.pem"
        other.write_text("no certificate")
        assert "is not a CA certificate" in refusal(running.address(tls=True, ca=other))


def test_tls_to_a_port_without_is_told(running):
    assert "Is that its port for TLS?" in refusal(running.address(tls=True))


def test_a_broker_that_takes_nothing_is_told_and_nothing_is_lost(tmp_path, fair):
    with broker(tmp_path, rules="user table\ntopic read #\n") as running:
        table = fair.add(tmp_path / "a", "7", running.address())
        table.begin()
        eventually(
            lambda: any("may this user write to fair/#?" in notice for notice in table.notices),
            "the notice",
            meanwhile=lambda: fair.answer(0.02),
        )
        eventually(table.outbox.count, "what waits", meanwhile=lambda: fair.answer(0.02))


def test_home_assistant_hears_of_sensors_only_when_asked(tmp_path, running, fair):
    fair.add(tmp_path / "a", "7", running.address()).begin()
    page = "http://192.168.1.5:8700/"
    asked = fair.add(tmp_path / "b", "8", running.address(), discovery="homeassistant", page=page)
    asked.begin()
    fair.drained()
    with Spy(running.address()) as spy:
        spy.wait_for(
            lambda spy: len(spy.messages("config")) == 7, "phase, three points, three seats"
        )
        assert {told["device"]["name"] for told in spy.messages("config")} == {"Wondertable 8"}
        assert {told["device"]["configuration_url"] for told in spy.messages("config")} == {page}
        state = next(s for s in spy.messages("state") if s["table"]["name"] == "8")
        points = next(t for t in spy.messages("config") if t["unique_id"].endswith("points_2"))
        assert points["value_template"] == "{{ value_json.seats[2].score.total }}"
        assert json.dumps(state["seats"][2]["score"]["total"])


def test_a_person_who_errs_does_not_disturb_the_publisher(tmp_path, running, fair):
    table = fair.add(tmp_path / "a", "7", running.address())
    table.begin()
    with pytest.raises(MoveError):
        table.table.commit_page(0, "forum", 0.0)
    fair.drained()
