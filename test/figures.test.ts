// What the figures of the site compute without a page.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { strategyCatalogue } from "@xpal/core";
import { expect, test } from "vitest";
import { borderLines } from "../docs/.vitepress/figures/border-lines.ts";
import { presetNamed } from "../docs/.vitepress/figures/scene.ts";
import { surfaceShares } from "../docs/.vitepress/figures/surface-shares.ts";
import { stills } from "../scripts/make-stills.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

test("the surface of EER was blank: its scores are below 0", () => {
  expect([...surfaceShares([-3, -1, -2])]).toEqual([0, 1, 0.5]);
  expect([...surfaceShares([-2, -2])]).toEqual([0, 0]);
  expect([...surfaceShares([0, 4, 1])]).toEqual([0, 1, 0.25]);
});

test("the border lies where the chance of a class crosses one half, between the middles of cells, and ends at the edge", () => {
  // Two cells along each side; the left ones have chance 1/4, the right ones 3/4: upright, in the middle.
  const upright = borderLines([0.25, 0.75, 0.25, 0.75], 2);
  expect(upright.every(([x1, , x2]) => x1 === 0.5 && x2 === 0.5)).toBe(true);
  expect(upright.flatMap(([, y1, , y2]) => [y1, y2]).sort()).toEqual([0, 0.25, 0.25, 0.75, 0.75, 1]);
  // 0 beside 3/4: the crossing is at two thirds of the way from 1/4 to 3/4.
  expect(borderLines([0, 0.75, 0, 0.75], 2)[0]?.[0]).toBeCloseTo(0.25 + (2 / 3) * 0.5, 12);
  expect(borderLines([0.5, 0.5, 0.5, 0.5], 2)).toEqual([]);
});

test("a saddle of the border keeps together what the middle belongs to", () => {
  const inMiddle = (chance: number[]) =>
    borderLines(chance, 2).filter((ends) => ends.every((place) => place >= 0.25 && place <= 0.75));
  // Falling diagonal high: with a high middle the low corners are cut off, top right and bottom left.
  const cut = inMiddle([0.9, 0.4, 0.4, 0.9]).map(([x1, y1, x2, y2]) => [(x1 + x2) / 2 > 0.5, (y1 + y2) / 2 > 0.5]);
  expect(cut.sort()).toEqual([
    [false, true],
    [true, false],
  ]);
  const other = inMiddle([0.6, 0.1, 0.1, 0.6]).map(([x1, y1, x2, y2]) => [(x1 + x2) / 2 > 0.5, (y1 + y2) / 2 > 0.5]);
  expect(other.sort()).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("every page of a strategy has the idea, the formula, when it fails, a reference and a live figure", () => {
  const folder = join(root, "docs", "strategies");
  expect(readdirSync(folder)).toHaveLength(strategyCatalogue.length);
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    for (const wanted of ["The formula", "When it fails", "Reference", "Live"])
      expect(headings, file).toContain(wanted);
    expect(text, file).toMatch(/^# .+\n\n\w/); // the idea comes first
    expect(text, file).toContain(`/stills/${file.replace(".md", ".svg")}`);
    expect(text, file).toMatch(/<xpal-figure strategy="\w+">/);
  }
});

test("the first figure shows every strategy side by side", () => {
  const shown = presetNamed(null, null).strategies;
  expect([...shown].sort()).toEqual(strategyCatalogue.map(({ name }) => name).sort());
});

test("the still images are what the figures compute", { timeout: 240_000 }, async () => {
  for (const [name, text] of Object.entries(await stills())) {
    expect(readFileSync(join(root, "docs", "public", "stills", `${name}.svg`), "utf8") === text, `${name}.svg`).toBe(
      true,
    );
  }
});
