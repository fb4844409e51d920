"""A sitting: silence counts only while the host has listened."""

from host_tools.enrol.enrolment import SETTLE_S
from host_tools.enrol.sitting import STALL_S, Sitting
from host_tools.link.events import Joined, Tagged
from host_tools.table.journal import Journal
from host_tools.table.tags import Tags
from tests.enrol.scene import Scene, uid
from tests.table.paper import Silence


def test_a_tag_is_not_believed_because_the_computer_was_asleep(tmp_path):
    tags = Tags(Journal(tmp_path / "games.db"))
    sitting = Sitting(Scene(seats="").work, tags, Silence())
    now = 50.0

    def listen(seconds):
        nonlocal now
        for _ in range(round(seconds / STALL_S)):
            now += STALL_S
            sitting.tick(now)

    sitting.receive(Joined("a", {}, "boot"), now)
    listen(2.0)
    sitting.receive(Tagged("a", 1, uid(666)), now)
    now += 60.0  # the lid of the laptop is shut
    sitting.tick(now)
    assert tags.rows() == []
    sitting.receive(Tagged("a", 2, uid(1)), now)  # what the seat has read just after the first
    listen(SETTLE_S + 0.1)
    assert tags.rows() == []
    sitting.receive(Tagged("a", 3, uid(1)), now)
    listen(SETTLE_S + 0.1)
    assert [row.uid for row in tags.rows()] == [uid(1)]
