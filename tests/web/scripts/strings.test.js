import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import "./page.js";

const HERE = new URL("../../../host_tools/web/static/js/", import.meta.url);
const { coinsText, pointsText, t } = await import(new URL("strings.js", HERE).href);
const { default: en } = await import(new URL("strings/en.js", HERE).href);
const { default: fr } = await import(new URL("strings/fr.js", HERE).href);

/** @param {string} text */
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("names are filled in, and what is missing is empty", () => {
  assert.equal(t("age", { age: "II" }), "Age II");
  assert.equal(t("age"), "Age ");
  assert.equal(t("no such key"), "no such key");
});

test("one coin is not several coins", () => {
  assert.equal(coinsText(1), "1 coin");
  assert.equal(coinsText(3), "3 coins");
  assert.equal(pointsText(1), "1 point");
  assert.equal(pointsText(-1), "-1 points");
});

test("both languages have the same texts with the same names in them", () => {
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  for (const key of Object.keys(en)) assert.deepEqual(names(fr[key]), names(en[key]), key);
});

test("every text that a script names is there", () => {
  const files = readdirSync(HERE).filter((name) => name.endsWith(".js"));
  for (const file of files)
    for (const [, key] of readFileSync(new URL(file, HERE), "utf-8").matchAll(/\bt\("(\w+)"/g))
      assert.ok(key in en, `${file}: ${key}`);
});
