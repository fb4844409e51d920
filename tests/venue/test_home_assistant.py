"""What Home Assistant is told of a table, as its documentation of MQTT discovery wants it."""

import json
import re

import pytest

from host_tools import VERSION
from host_tools.venue.home_assistant import discovery

TABLE = {"id": "a1", "name": "Grand Hall 7"}
PAGE = "http://192.168.1.5:8700/"


def told(table=TABLE, seats=4, page=PAGE):
    sensors = discovery("homeassistant", table, ("state", "link"), seats, page)
    return {topic: sensor for topic, sensor in sensors if sensor}


def test_every_sensor_names_its_origin_and_its_device():
    for sensor in told().values():
        assert sensor["origin"] == {"name": "Wondertable", "sw_version": VERSION}
        assert sensor["device"] == {
            "identifiers": ["wondertable_a1"],
            "name": "Wondertable Grand Hall 7",
            "manufacturer": "Wondertable",
            "sw_version": VERSION,
            "configuration_url": PAGE,
        }


def test_points_are_a_measurement_and_nothing_else_is():
    for sensor in told().values():
        assert sensor.get("state_class") == (
            "measurement" if "unit_of_measurement" in sensor else None
        )
    assert sum("state_class" in sensor for sensor in told().values()) == 4


def test_a_page_that_nobody_else_can_open_is_not_told():
    assert "configuration_url" not in json.dumps(told(page=""))


def test_a_sensors_name_leaves_out_the_device():
    """Home Assistant puts the device's name in front by itself."""
    names = {sensor["name"] for sensor in told().values()}
    assert {"Phase", "Seat 1 points", "Seat 4 connected"} <= names
    assert not any("ondertable" in name or "Hall" in name for name in names)


@pytest.mark.parametrize("name", ["7", "Grand Hall 7", "Café.Ω", "Ω", "-x-"])
def test_ids_are_what_home_assistant_takes(name):
    """`object_id` is ignored since 2026.4; `default_entity_id` has the kind in front."""
    sensors = told({"id": "a1", "name": name})
    assert len({sensor["unique_id"] for sensor in sensors.values()}) == len(sensors)
    for topic, sensor in sensors.items():
        assert "object_id" not in sensor
        kind, _, word = sensor["default_entity_id"].partition(".")
        assert kind == topic.split("/")[1]
        assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", word), word


def test_seats_that_are_gone_are_removed():
    removed = [t for t, sensor in discovery("ha", TABLE, ("s", "l"), 3, PAGE) if not sensor]
    assert len(removed) == 2 * 5
