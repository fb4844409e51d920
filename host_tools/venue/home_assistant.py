"""Home Assistant's discovery: phase, points and seats of a table as sensors, if it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from host_tools.venue.identity import Identity

SEATS = 8
PREFIX = "homeassistant"

Told = tuple[str, dict[str, Any]]


def discovery(prefix: str, table: Identity, topics: tuple[str, str], seats: int) -> Iterator[Told]:
    """Tell what sensors a table has; an empty message takes one away.

    >>> sensors = dict(discovery("homeassistant", Identity("a1", "7"), ("s", "l"), 0))
    >>> sensors["homeassistant/sensor/wondertable_a1/phase/config"]["value_template"]
    '{{ value_json.phase }}'
    """
    node = f"wondertable_{table.id}"
    usual = {
        "state_topic": topics[0],
        "availability_topic": topics[1],
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "device": {
            "identifiers": [node],
            "name": f"Wondertable {table.name}",
            "manufacturer": "Wondertable",
        },
    }

    def named(name: str, what: str, **more: object) -> dict[str, Any]:
        return {"name": name, "unique_id": f"{node}_{what}", **usual, **more}

    phase = named("Phase", "phase", value_template="{{ value_json.phase }}", icon="mdi:cards")
    yield f"{prefix}/sensor/{node}/phase/config", phase
    for seat in range(SEATS):
        of = f"value_json.seats[{seat}]"
        points = named(
            f"Seat {seat + 1} points",
            f"points_{seat}",
            value_template=f"{{{{ {of}.score.total }}}}",
            json_attributes_topic=topics[0],
            json_attributes_template=f"{{{{ {of} | tojson }}}}",
            unit_of_measurement="points",
        )
        connected = named(
            f"Seat {seat + 1} connected",
            f"connected_{seat}",
            value_template=f"{{{{ 'ON' if {of}.connected else 'OFF' }}}}",
            device_class="connectivity",
        )
        there = seat < seats
        yield f"{prefix}/sensor/{node}/points_{seat}/config", points if there else {}
        yield f"{prefix}/binary_sensor/{node}/connected_{seat}/config", connected if there else {}
