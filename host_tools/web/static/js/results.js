// The pages of results are whole without this; it only lets people choose light or dark.

import { h, icon, render } from "./dom.js";
import { isDark, setTheme } from "./prefs.js";
import { t } from "./strings.js";

const place = h("span", {});
document.querySelector(".bar nav").append(place);

function show() {
  const label = t(isDark() ? "light" : "dark");
  render(
    place,
    h(
      "button",
      {
        type: "button",
        class: "button quiet round",
        "aria-label": label,
        title: label,
        onclick: change,
      },
      icon(isDark() ? "sun" : "moon"),
    ),
  );
}

function change() {
  setTheme(isDark() ? "light" : "dark");
  show();
}

show();
