// How much of the library a program loads: bundled, run, and every chunk that it really loaded gzipped.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BUNDLES, sizeOf, USES } from "../scripts/package-size.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const core = join(root, "packages", "core");
const readme = readFileSync(join(core, "README.md"), "utf8");

/** Compares a row of the README with what was measured. A tenth off is a table to make again: npm run sizes. */
function within(name: string, bytes: number): void {
  const row = readme.split("\n").find((line) => line.startsWith(`| ${name} |`));
  expect(row, `the row of ${name}, ${bytes} bytes`).toBeDefined();
  const said = Number(row?.match(/([\d.]+) kB \|$/)?.[1]) * 1000;
  // Parts below 5 kB change by more than a tenth with every other line.
  expect(Math.abs(said - bytes), `${name}: ${bytes}`).toBeLessThan(Math.max(0.1 * bytes, 500));
}

// What a program with a learner loads may weigh so much. A bundle in one file has all parts of Learner, used or not.
const MOST: Record<string, number> = { "esbuild, one file: `Learner`, with all parts": 140_000 };

test.each(BUNDLES)(
  "a learner with its WASM is at most 60 kB gzipped unless the README says so, and the README says how much (%s)",
  { timeout: 600_000 },
  async (name, bundle, source) => {
    const { code, wasm } = await sizeOf(source, bundle);
    expect(code + wasm).toBeLessThan(MOST[name] ?? 60_000);
    within(name, code + wasm);
  },
);

test("the README says what each part weighs", { timeout: 600_000 }, async () => {
  const [[plain, source], ...more] = USES as [(typeof USES)[0], ...typeof USES];
  const base = await sizeOf(source);
  expect(base.wasm).toBeGreaterThan(1000); // it is counted
  within(`${plain}: code`, base.code);
  within(`${plain}: WASM`, base.wasm);
  for (const [name, used] of more) {
    const { code, wasm } = await sizeOf(used);
    within(`+ ${name}`, code + wasm - base.code - base.wasm);
  }
});

test("the README has no figure that is not measured", () => {
  const rows = readme.split("\n").filter((line) => /^\| .* kB \|$/.test(line));
  expect(rows).toHaveLength(USES.length + 1 + BUNDLES.length);
});
