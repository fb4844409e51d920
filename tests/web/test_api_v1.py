"""The API for other programs: what it answers is what it describes, and nobody learns a secret."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from host_tools.web.api import AT, PATHS, document
from host_tools.web.app import RequestGuard
from host_tools.web.server import Server
from tests.venue.test_messages import valid
from tests.web.paper import paper_evening
from tests.web.serving import opened, served

DOCS = Path(__file__).parents[2] / "docs"
QUICK = ("10", "examples,coverage,fuzzing")
THOROUGH = ("300", "examples,coverage,fuzzing,stateful")


@pytest.fixture
def page(tmp_path):
    with opened(tmp_path) as pages, served(pages) as found:
        found.pages = pages
        yield found


def stream(pages, query="", **more):
    at = pages.at.replace("http", "ws")
    return connect(f"{at}{AT}/events{query}", open_timeout=60, close_timeout=5, **more)


def lay(pages, *cards, action=""):
    def commit():
        for seat, card in enumerate(cards):
            pages.table.commit_page(seat, card, 0.0, action)

    pages.host.call(commit)


def conforms(answer, path):
    """Does an answer hold what is described?"""
    described = document()["paths"][f"{AT}{path}"]["get"]["responses"][str(answer.status_code)]
    wanted = described["content"]["application/json"]["schema"]
    whole = {**document()["components"], "$defs": {}, **wanted}
    whole["components"] = document()["components"]
    jsonschema.Draft202012Validator(whole).validate(answer.json())
    return answer.json()


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_as_described(page, path):
    answer = page.get(AT + path.replace("{seat}", "1"))
    assert answer.status_code == (409 if path == "/result" else 200)
    conforms(answer, path)


def test_a_table_without_a_game_is_described_too(tmp_path):
    with opened(tmp_path, plan=False) as pages, served(pages) as page:
        assert conforms(page.get(f"{AT}/table"), "/table")["game"] is None
        assert conforms(page.get(f"{AT}/seats/0"), "/seats/{seat}")["error"] == "no_seat"
        assert conforms(page.get(f"{AT}/games"), "/games")["error"] == "no_game"


def test_a_finished_game_has_its_result_and_every_point_is_explained(tmp_path):
    with paper_evening(tmp_path) as evening, served(evening.pages) as page:
        evening.play_until(lambda table: table.evening.phase == "over")
        result = valid(conforms(page.get(f"{AT}/result"), "/result"))
        for seat in result["seats"]:
            told = page.get(f"{AT}/seats/{seat['seat']}/score?lang=fr").json()
            assert told["score"] == seat["score"]
            assert sum(item["points"] for item in told["explained"]) == seat["score"]["total"]
        events = conforms(page.get(f"{AT}/events"), "/events")["events"]
        assert [event["kind"] for event in events].count("turn_resolved") == 18
        late = page.get(f"{AT}/events", params={"after": events[-3]["id"]}).json()["events"]
        assert late == events[-2:]


def test_the_stream_tells_what_happens(page):
    with stream(page.pages) as heard:
        assert valid(json.loads(heard.recv(20)))["phase"] == "lay"
        lay(page.pages, "baths", "altar", "ore_vein", action="sell")
        kinds = [valid(json.loads(heard.recv(20)))["kind"] for _ in range(3)]
        assert kinds == ["locked", "revealed", "turn_resolved"]


def test_who_comes_back_hears_what_was_missed(page):
    lay(page.pages, "baths", "altar", "ore_vein", action="sell")
    with stream(page.pages, "?after=none") as heard:
        told = [json.loads(heard.recv(20)) for _ in range(4)]
    assert [m.get("kind") for m in told] == [None, "game_begun", "locked", "revealed"]
    with stream(page.pages, f"?after={told[2]['id']}") as heard:
        assert json.loads(heard.recv(20))["schema"] == "wondertable/state/1"
        assert json.loads(heard.recv(20)) == told[3]


def test_nobody_learns_a_card_before_the_lock(page):
    lay(page.pages, "baths", "altar")
    said = "".join(page.get(AT + path.replace("{seat}", "0")).text for path in PATHS)
    with stream(page.pages, "?after=none") as heard:
        said += heard.recv(20) + heard.recv(20)
    assert '"committed":true' in said
    assert "baths" not in said.lower()
    assert "altar" not in said.lower()


def test_a_stream_ends_with_the_server(tmp_path):
    with opened(tmp_path) as pages:
        server = Server(pages, 0)
        server.start()
        with stream(pages) as heard:
            heard.recv(20)
            server.stop()
            with pytest.raises(ConnectionClosed):
                heard.recv(20)


@pytest.mark.parametrize(
    "wrong", [{"origin": "http://evil.example"}, {"additional_headers": {"Host": "evil.example"}}]
)
def test_pages_of_other_sites_get_no_stream(page, wrong):
    with pytest.raises(InvalidStatus), stream(page.pages, **wrong):
        pass


def test_too_many_streams_are_told_to_come_later(page):
    page.pages.feed.most = 1
    with stream(page.pages) as first:
        first.recv(20)
        with stream(page.pages) as second, pytest.raises(ConnectionClosed) as end:
            second.recv(20)
    assert end.value.rcvd.code == 1013


def test_the_api_changes_nothing(page):
    for path in PATHS:
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = page.request(method, AT + path.replace("{seat}", "1"))
            assert answer.status_code in (403, 405)
    assert isinstance(page.guard, RequestGuard)


def test_a_wrong_method_is_told_the_right_ones(page):
    answer = page.request("TRACE", f"{AT}/table")
    assert (answer.status_code, answer.json()["error"]) == (405, "no_method")
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_the_description_in_the_documents_is_the_one_that_is_served(page):
    served_one = page.get(f"{AT}/openapi.json").json()
    assert json.loads((DOCS / "openapi.json").read_text("utf-8")) == served_one
    text = (DOCS / "api.md").read_text("utf-8")
    assert all(f"`{AT}{path}`" in text for path in PATHS)


@pytest.mark.slow
@pytest.mark.parametrize("how", [QUICK, pytest.param(THOROUGH, marks=pytest.mark.soak)])
def test_schemathesis_finds_nothing(page, how):
    """Its own examples and all its checks, against the API's own description."""
    examples, phases = how
    lay(page.pages, "baths", "altar", "ore_vein")
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")), "run",
            f"{page.pages.at}{AT}/openapi.json",
            "--checks", "all", "--max-examples", examples, "--seed", "7", "--no-color",
            "--generation-deterministic", "--phases", phases,
        ],
        capture_output=True, text=True, timeout=3600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "No issues found" in done.stdout, done.stdout[-2000:]
