"""What a score sheet says of its items and of whose it is."""

from host_tools.texts.scores import seat_name
from tests.rules.table import new_game


def test_the_free_city_and_a_seat_without_a_player_have_names_in_every_language():
    rules = new_game("gizah_a rhodos_a ephesos_a", variant="two_player").rules
    assert [seat_name(rules, 2, lang) for lang in ("en", "fr")] == [
        "The Free City",
        "La Cité franche",
    ]
    assert seat_name(rules, 0) == rules.name(0)
