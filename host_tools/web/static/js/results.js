// The pages of results are complete without this; it only lets people choose light or dark.

import { themeTool } from "./bar.js";
import { h, render } from "./dom.js";

const place = h("span", {});
document.querySelector(".bar nav")?.append(place);

const show = () => render(place, themeTool(show));
show();
