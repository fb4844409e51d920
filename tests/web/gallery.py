"""A page of the tests alone: every card and board of the game, drawn by the pages' components."""

from card_db.loader import EDITIONS, load_box
from host_tools.table.view import card_view, stage_view
from host_tools.table.views import CardView, SeatView
from host_tools.texts import say
from host_tools.texts.cards import name_in

HANG = """async ({cards, seats, width, theme}) => {
  const [{card, cardBack}, {board}] = await Promise.all(
    ["card", "board"].map((name) => import(`/static/js/${name}.js`)));
  if (!document.querySelector("link[href$='art.css']")) {
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = "/static/css/art.css";
    document.head.append(style);
    await new Promise((loaded) => { style.onload = loaded; });
  }
  document.documentElement.dataset.theme = theme;
  document.body.className = "gallery";
  document.body.style.setProperty("background", "var(--ground)");
  document.body.replaceChildren(document.createElement("main"));
  const main = document.body.firstChild;
  main.append(Object.assign(document.createElement("h1"), {textContent: "Gallery"}));
  const shelf = document.createElement("div");
  main.append(shelf);
  const look = {display: "flex", "flex-wrap": "wrap", gap: "12px", padding: "12px"};
  for (const [name, value] of Object.entries(look)) shelf.style.setProperty(name, value);
  shelf.style.setProperty("--card-width", `${width}px`);
  for (const view of cards) shelf.append(card(view, {key: view.id}));
  if (cards.length) for (const age of [0, 1, 2, 3]) shelf.append(cardBack(age));
  for (const seat of seats) {
    const drawn = board(seat, {key: seat.wonder_id, onstage: () => {}});
    drawn.style.setProperty("width", `${width}px`);
    shelf.append(drawn);
  }
  const sheets = ["/static/icons.svg", "/static/art/wonders.svg", "/static/art/backs.svg"];
  await Promise.all(sheets.map((sheet) => fetch(sheet)));
  await document.fonts.ready;
}"""


def card_views(lang: str = "en") -> list[CardView]:
    """Return every card and leader of both printings, each drawing once."""
    boxes = [load_box(edition) for edition in EDITIONS]
    views = [card_view(card, lang) for box in boxes for card in box.cards.values()]
    drawn = {
        (view["name"], view["cost"], view["coins_text"], *view["signs"]): view for view in views
    }
    return list(drawn.values())


def seat_views(seat: SeatView, lang: str = "en") -> list[SeatView]:
    """Return a seat on every board of both printings, with as many tokens as can be."""
    wonders = [wonder for edition in EDITIONS for wonder in load_box(edition).wonders.values()]
    return [
        {
            **seat,
            "wonder": name_in(wonder, lang),
            "wonder_id": wonder.id,
            "side": say(f"card.side.{wonder.side}", lang),
            "resource": wonder.resource,
            "all_stages": [stage_view(stage, lang) for stage in wonder.stages],
            "raised": [1],
            "coins": 14,
            "debt": 2,
            "victories": [1, 1, 3, 3, 5, 5],
            "defeats": 4,
        }
        for wonder in wonders
    ]


def hang(page, theme="light", width=96, cards=(), seats=()):
    """Show cards and boards of this width, on any page of a table."""
    page.evaluate(
        HANG, {"cards": list(cards), "seats": list(seats), "width": width, "theme": theme}
    )
