import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../../src/web", import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(css|svelte|ts)$/.test(name))
  .map((name) => readFileSync(join(folder, name), "utf8"));

test("the bars of columns that count had a colour that was nowhere defined: every style variable of the page is", () => {
  const found = (pattern: RegExp) => sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name));
  const used = new Set(found(/var\((--[\w-]+)\)/g));
  const defined = new Set(found(/(--[\w-]+)(?:\s*:|=|")/g));
  expect(used.size).toBeGreaterThan(10);
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
