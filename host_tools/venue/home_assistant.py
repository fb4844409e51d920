"""Home Assistant's discovery: phase, points and seats of a table as sensors.

One message for each sensor, which every version since 2023 reads. All sensors of a table share its
device; Home Assistant puts the device's name before theirs.
"""

import re
from collections.abc import Iterator
from typing import Any

from host_tools import VERSION
from host_tools.venue.messages import TableIdentity

SEATS = 8
PREFIX = "homeassistant"
ORIGIN = {"name": "Wondertable", "sw_version": VERSION}


def discovery(
    prefix: str, table: TableIdentity, topics: tuple[str, str], seats: int, page: str = ""
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (topic, sensor) of a table; an empty sensor removes one.

    `page` is the address of the table's page, if others can open it.

    >>> sensors = dict(discovery("homeassistant", {"id": "a1", "name": "7"}, ("s", "l"), 0))
    >>> phase = sensors["homeassistant/sensor/wondertable_a1/phase/config"]
    >>> phase["value_template"], phase["default_entity_id"]
    ('{{ value_json.phase }}', 'sensor.wondertable_7_phase')
    """
    node = f"wondertable_{table['id']}"
    usual = {
        "state_topic": topics[0],
        "availability_topic": topics[1],
        "availability_template": "{{ 'online' if value_json.online else 'offline' }}",
        "device": _device(node, table, page),
        "origin": ORIGIN,
    }

    def sensor(kind: str, what: str, name: str, **more: object) -> tuple[str, dict[str, Any]]:
        ids = {"unique_id": f"{node}_{what}", "default_entity_id": f"{kind}.{_word(table)}_{what}"}
        return f"{prefix}/{kind}/{node}/{what}/config", {"name": name, **ids, **usual, **more}

    template = "{{ value_json.phase }}"
    yield sensor("sensor", "phase", "Phase", value_template=template, icon="mdi:cards")
    for seat in range(SEATS):
        row = f"value_json.seats[{seat}]"
        points = sensor(
            "sensor",
            f"points_{seat}",
            f"Seat {seat + 1} points",
            value_template=f"{{{{ {row}.score.total }}}}",
            json_attributes_topic=topics[0],
            json_attributes_template=f"{{{{ {row} | tojson }}}}",
            unit_of_measurement="points",
            state_class="measurement",
        )
        connected = sensor(
            "binary_sensor",
            f"connected_{seat}",
            f"Seat {seat + 1} connected",
            value_template=f"{{{{ 'ON' if {row}.connected else 'OFF' }}}}",
            device_class="connectivity",
        )
        for topic, config in (points, connected):
            yield topic, config if seat < seats else {}


def _device(node: str, table: TableIdentity, page: str) -> dict[str, Any]:
    device: dict[str, Any] = {
        "identifiers": [node],
        "name": f"Wondertable {table['name']}",
        "manufacturer": "Wondertable",
        "sw_version": VERSION,
    }
    return device | {"configuration_url": page} if page else device


def _word(table: TableIdentity) -> str:
    """Return the beginning of its sensors' ids."""
    word = re.sub(r"[^a-z0-9]+", "_", table["name"].lower()).strip("_")
    return f"wondertable_{word or 'table'}"
