// What the figures of the site compute without a page.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { surfaceShares } from "../docs/.vitepress/figures/surface-shares.ts";
import { stills } from "../scripts/make-stills.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

test("the surface of EER was blank: its scores are below 0", () => {
  expect([...surfaceShares([-3, -1, -2])]).toEqual([0, 1, 0.5]);
  expect([...surfaceShares([-2, -2])]).toEqual([0, 0]);
  expect([...surfaceShares([0, 4, 1])]).toEqual([0, 1, 0.25]);
});

test("the still pictures are what the figures compute", { timeout: 240_000 }, async () => {
  for (const [name, text] of Object.entries(await stills())) {
    expect(readFileSync(join(root, "docs", "public", "stills", `${name}.svg`), "utf8") === text, `${name}.svg`).toBe(
      true,
    );
  }
});
