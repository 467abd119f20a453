// How much of the library a program loads: bundled, run, and every chunk that it really loaded gzipped.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as whole from "@xpal/core";
import * as part from "@xpal/core/learner";
import { build } from "esbuild";
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

// What a program with a learner loads may weigh so much. A bundle in one file has all parts of Learner, used or not (docs/decisions/0370).
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

test("the door @xpal/core/learner names nothing that xpal does not", () => {
  const everything: Record<string, unknown> = { ...whole };
  expect(Object.entries(part).filter(([name, value]) => everything[name] !== value)).toEqual([]);
  expect(Object.keys(part)).toContain("Learner");
});

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

test("what is loaded at first calls no function that its WASM lacks", async () => {
  const { metafile } = await build({
    entryPoints: [join(core, "dist", "learner", "learner.js")],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    outdir: "out",
    write: false,
    metafile: true,
  });
  const first = new Set<string>();
  const visit = (path: string) => {
    if (first.has(path)) return;
    first.add(path);
    for (const { path: next, kind } of metafile.inputs[path]?.imports ?? [])
      if (kind === "import-statement") visit(next);
  };
  visit(Object.keys(metafile.inputs).find((path) => path.endsWith("learner/learner.js")) as string);
  const has = exportsOf("plain.ts");
  const lacking = exportsOf("index.ts").filter((name) => !has.includes(name));
  expect(lacking.length).toBeGreaterThan(20);
  const called = [...first]
    .filter((path) => !path.endsWith("wasm-order.js"))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return lacking.filter((name) => text.includes(`"${name}"`)).map((name) => `${path}: ${name}`);
    });
  expect(first.size).toBeGreaterThan(40);
  expect(called).toEqual([]);
});

/** The functions that a source of the WASM kernel exports. */
function exportsOf(file: string): string[] {
  const folder = join(core, "wasm");
  expect(readdirSync(folder)).toContain(file);
  const text = readFileSync(join(folder, file), "utf8");
  return [...text.matchAll(/^export \{ (.*) \} from/gm)].flatMap(([, names]) => (names as string).split(", "));
}
