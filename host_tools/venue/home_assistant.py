"""Home Assistant's discovery: phase, points and seats of a table as sensors."""

from collections.abc import Iterator
from typing import Any

from host_tools.venue.messages import TableIdentity

SEATS = 8
PREFIX = "homeassistant"


def discovery(
    prefix: str, table: TableIdentity, topics: tuple[str, str], seats: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (topic, sensor) of a table; an empty sensor removes one.

    >>> sensors = dict(discovery("homeassistant", {"id": "a1", "name": "7"}, ("s", "l"), 0))
    >>> sensors["homeassistant/sensor/wondertable_a1/phase/config"]["value_template"]
    '{{ value_json.phase }}'
    """
    node = f"wondertable_{table['id']}"
    name = f"Wondertable {table['name']}"
    device = {"identifiers": [node], "name": name, "manufacturer": "Wondertable"}
    usual = {
        "state_topic": topics[0],
        "availability_topic": topics[1],
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "device": device,
    }

    def named(name: str, what: str, **more: object) -> dict[str, Any]:
        return {"name": name, "unique_id": f"{node}_{what}", **usual, **more}

    phase = named("Phase", "phase", value_template="{{ value_json.phase }}", icon="mdi:cards")
    yield f"{prefix}/sensor/{node}/phase/config", phase
    for seat in range(SEATS):
        row = f"value_json.seats[{seat}]"
        points = named(
            f"Seat {seat + 1} points",
            f"points_{seat}",
            value_template=f"{{{{ {row}.score.total }}}}",
            json_attributes_topic=topics[0],
            json_attributes_template=f"{{{{ {row} | tojson }}}}",
            unit_of_measurement="points",
        )
        connected = named(
            f"Seat {seat + 1} connected",
            f"connected_{seat}",
            value_template=f"{{{{ 'ON' if {row}.connected else 'OFF' }}}}",
            device_class="connectivity",
        )
        yield f"{prefix}/sensor/{node}/points_{seat}/config", points if seat < seats else {}
        topic = f"{prefix}/binary_sensor/{node}/connected_{seat}/config"
        yield topic, connected if seat < seats else {}
