"""A scene of enrolment without boards: tags are read at seats a and b, and time passes."""

from card_db.bearers import Bearer
from card_db.loader import load_box
from host_tools.enrol.collection import Names, piles
from host_tools.enrol.enrolment import JOIN_S, SETTLE_S, Enrolment

BROWN = ["clay_pit:3", "clay_pool:3", "clay_pool:5"]
GREY = ["glassworks_1:3", "glassworks_1:6"]


def uid(number: int) -> str:
    return f"04ab{number:010x}"  # not those of virtual players


class Scene:
    """Seats a and b; `lay` waits until the tag is believed, `read` does not."""

    def __init__(self, *piles_of_cards, known=(), deck="main", seats="a", **more):
        box = load_box("1e")
        cards = [Bearer.of(text) for pile in piles_of_cards or (BROWN, GREY) for text in pile]
        names = Names(box)
        self.work = Enrolment(piles(box, cards), known, deck, names, **more)
        self.now = 100.0
        for seat in seats:
            self.work.join(seat, self.now)
        self.now += JOIN_S

    def read(self, seat, tag):
        self.now += 0.01
        return self.work.read(seat, tag if isinstance(tag, str) else uid(tag), self.now)

    def wait(self, seconds=SETTLE_S + 0.01):
        self.now += seconds
        for change in self.work.due(self.now):
            self.work.settle(change, self.now)

    def lay(self, seat, tag):
        refusal = self.read(seat, tag)
        self.wait()
        return refusal

    def press(self, seat, key):
        refusal = self.work.press(seat, key, self.now)
        self.wait(0.0)
        return refusal

    def asked(self, seat):
        bearer = self.work.asked(seat)
        return str(bearer) if bearer else None

    @property
    def tags(self):
        return {row.uid: str(row.bearer) for row in self.work._tags.values()}

    @property
    def told(self):
        return self.work.said[-1].text
