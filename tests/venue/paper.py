"""Messages of tables on paper: whole ones, as a publisher writes them."""

from uuid import UUID, uuid5

from host_tools.venue.messages import moment
from host_tools.venue.tournament import ranked

SPACE = UUID("5f6c1a52-52b5-4a3e-9d5c-6d0a3c1b2a90")
CATEGORIES = (
    "military", "treasury", "wonder", "civilian", "scientific", "commercial", "guilds", "leaders",
    "cities",
)  # fmt: skip


def uid(what):
    """The same id for the same thing."""
    return str(uuid5(SPACE, str(what)))


def identity(name, computer=""):
    """A table; another computer under the same name has another id."""
    return {"id": uid(f"table {computer or name}"), "name": name}


def score(total):
    return {**dict.fromkeys(CATEGORIES, 0), "civilian": total, "total": total}


def seat(number, player, points=0, coins=3, rank=None):
    return {
        "seat": number, "player": player, "wonder": "gizah_a", "side": "A",
        "score": score(points), "coins": coins, "rank": rank,
    }  # fmt: skip


def status(number, player, points=0, rank=None, connected=True):
    """A seat during a game."""
    return {
        **seat(number, player, points, rank=rank), "connected": connected, "committed": False,
        "debt": 0, "shields": 0, "stages": 0, "raised": [], "all_stages": 3, "victories": 0,
        "defeats": 0, "cards": 0,
    }  # fmt: skip


def state(name="1", phase="lay", game="game", seats=(), computer="", **more):
    """The state of a table; `game` is any word for it."""
    seats = seats or [status(number, player) for number, player in enumerate(("Ann", "Bo", "Cy"))]
    return {
        "schema": "wondertable/state/1", "table": identity(name, computer),
        "game": None if phase == "none" else uid(f"game {game}"), "at": moment(0), "phase": phase,
        "age": 1, "turn": 1, "turns": 6, "paused": False, "edition": "2e", "sets": ["base"],
        "variant": "", "trouble": False, "missing": [],
        "seats": [] if phase == "none" else list(seats), **more,
    }  # fmt: skip


def link(name="1", online=True, computer=""):
    return {
        "schema": "wondertable/link/1", "table": identity(name, computer), "online": online
    }  # fmt: skip


def result(name="1", game="game", final=True, revision=1, ended=0, computer="", **scores):
    """A result: player=(points, coins)."""
    places = ranked(
        [
            (player, *each)
            for player, each in scores.items() or {"Ann": (9, 1), "Bo": (5, 2)}.items()
        ]
    )
    return {
        "schema": "wondertable/result/1", "table": identity(name, computer),
        "game": uid(f"game {game}"), "at": moment(ended), "id": uid(f"{game} {revision}"),
        "revision": revision, "final": final, "begun": moment(0), "ended": moment(ended),
        "duration_s": 0, "edition": "2e", "sets": ["base"], "variant": "",
        "seats": [
            seat(number, place.player, place.points, place.coins, place.rank)
            for number, place in enumerate(places)
        ],
    }  # fmt: skip


def topic(message, prefix="wondertable"):
    """Where a table sends a message."""
    kind = message["schema"].split("/")[1]
    what = f"results/{message['game']}" if kind == "result" else kind
    return f"{prefix}/v1/tables/{message['table']['name']}/{what}"
