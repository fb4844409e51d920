// The operator's page: how the seats are, and everything that puts a mistake right.

import { now, sitDown } from "./desk.js";
import { h, render } from "./dom.js";
import { gamePanel } from "./game_panel.js";
import { loginsPanel } from "./logins_panel.js";
import { noticesPanel } from "./notices_panel.js";
import { bar, refreshDialog } from "./office.js";
import { seatsPanel } from "./seats_panel.js";

const root = /** @type {Element} */ (document.querySelector("#office"));

function draw() {
  document.body.dataset.phase = now.view.phase;
  render(
    root,
    bar("operator", draw),
    h(
      "main",
      { class: "desk", id: "main" },
      gamePanel(),
      seatsPanel(),
      loginsPanel(),
      noticesPanel(),
    ),
  );
  refreshDialog();
}

sitDown(draw);
