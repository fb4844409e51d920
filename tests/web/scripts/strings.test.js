import assert from "node:assert/strict";
import test from "node:test";
import "./page.js";

const HERE = new URL("../../../host_tools/web/static/js/", import.meta.url);
const { coinsText, otherLanguages, pointsText, t } = await import(new URL("strings.js", HERE).href);

test("names are filled in, and what is missing is empty", () => {
  assert.equal(t("age", { age: "II" }), "Age II");
  assert.equal(t("age"), "Age ");
  assert.equal(t("no such key"), "no such key");
});

test("one coin is not several coins", () => {
  assert.equal(coinsText(1), "1 coin");
  assert.equal(coinsText(3), "3 coins");
  assert.equal(pointsText(1), "1 point");
  assert.equal(pointsText(-1), "-1 point");
  assert.equal(pointsText(0), "0 points");
  assert.equal(pointsText(301), "301 points");
});

test("the other languages are offered by their own names", () => {
  assert.deepEqual(otherLanguages, [["fr", "Français"]]);
});
