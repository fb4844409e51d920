"""`play --mqtt`: a host with real threads tells its broker, and its operator what is wrong."""

import json
import time
from dataclasses import replace

import pytest
from click import UsageError
from click.testing import CliRunner

from host_tools.cli import main
from host_tools.venue.broker_options import PASSWORD, BrokerOptions, broker
from host_tools.venue.broker_outbox import BrokerOutbox
from tests.commands.test_demo import running as demo
from tests.venue.fair import eventually
from tests.venue.spy import Spy
from tests.venue.test_messages import valid
from tests.web.serving import opened
from tests.web.test_api_v1 import stream


def options(tmp_path, running, **more):
    address = running.address(**more)
    words = dict.fromkeys(("mqtt", "mqtt_password_file", "mqtt_ca", "home_assistant"))
    return replace(BrokerOptions.of(tmp_path, {"table_name": "7", **words}), address=address)


def test_a_host_tells_its_broker_what_happens(tmp_path, running):
    broker = options(tmp_path, running)
    with opened(tmp_path) as pages, Spy(running.address()) as spy:
        journal = pages.host.table.journal
        with broker.publishing(pages.host, journal) as publisher:
            eventually(publisher.idle, "the beginning")

            def lay():
                for seat, card in enumerate(("baths", "altar", "ore_vein")):
                    pages.table.commit_page(seat, card, time.time(), "sell")

            pages.host.call(lay)
            spy.wait_for(lambda spy: spy.events("revealed"), "the reveal")
            spy.wait_for(lambda spy: spy.messages("state")[-1]["turn"] == 2, "the state")
        spy.wait_for(lambda spy: not spy.messages("link")[-1]["online"], "the end")
        told = [valid(event)["kind"] for event in spy.events()]
        assert told == ["game_begun", "locked", "revealed", "turn_resolved"]
        assert pages.host.notices == []


def test_a_table_plays_on_although_an_old_game_cannot_be_told(tmp_path, running, monkeypatch):
    broker = options(tmp_path, running)
    monkeypatch.setattr(BrokerOutbox, "unfinished", lambda self: [{}[0]])
    with opened(tmp_path) as pages, Spy(running.address()) as spy:
        with broker.publishing(pages.host, pages.host.table.journal):
            pages.host.call(lambda: pages.table.commit_page(0, "baths", time.time()))
            spy.wait_for(lambda spy: spy.messages("state"), "the state")
        assert "The publisher stumbled" in pages.host.notices[0][1].text


def test_the_operator_reads_why_there_is_no_connection(tmp_path, running):
    broker = options(tmp_path, running, password="wrong")
    with opened(tmp_path) as pages, broker.publishing(pages.host, pages.host.table.journal):
        eventually(lambda: pages.host.notices, "the notice")
        assert "the password is wrong" in pages.host.notices[0][1].text


def test_the_password_comes_from_a_file_or_the_environment(tmp_path, monkeypatch):
    file = tmp_path / "password"
    file.write_text("sesame\n")
    assert broker("mqtt://ann@x", file, None).password == "sesame"
    monkeypatch.setenv(PASSWORD, "open")
    assert broker("mqtt://ann@x", None, None).password == "open"
    assert broker("mqtt://x", None, None).password == ""
    assert "sesame" not in repr(broker("mqtt://ann@x", file, None))
    with pytest.raises(UsageError, match="cannot be read"):
        broker("mqtt://ann@x", tmp_path / "none", None)


@pytest.mark.slow
def test_the_broker_and_the_stream_tell_the_same_of_a_whole_game(tmp_path, running):
    broker, heard = options(tmp_path, running), []
    with Spy(running.address()) as spy, demo(tmp_path, speed=0, broker=broker) as (_, pages):
        with stream(pages, "?after=none") as told:
            assert json.loads(told.recv(60))["schema"] == "wondertable/state/1"
            while not heard or heard[-1]["kind"] != "game_over":
                heard.append(json.loads(told.recv(60)))
        spy.wait_for(lambda spy: spy.messages("results"), "the result")
        published = {event["id"]: event for event in spy.events()}
    assert {event["id"]: event for event in heard} == published
    assert [event["kind"] for event in heard].count("turn_resolved") == 18


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--table", "a/b"], "A table cannot be called"),
        (["--home-assistant"], "Name the broker too"),
        (["--mqtt", "mqtt://ann:secret@x"], "Leave the password out"),
    ],
)
def test_mistakes_are_told_before_anything_begins(tmp_path, words, said):
    journal = tmp_path / "games.db"
    done = CliRunner().invoke(main, ["play", "--journal", str(journal), *words])
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
