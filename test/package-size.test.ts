// How much of the library a program loads: bundled, run, and every chunk that it really loaded gzipped.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import * as whole from "xpal";
import * as part from "xpal/learner";
import { byEsbuild, byVite, byWebpack, program, sizeOf, USES } from "../scripts/package-size.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const core = join(root, "packages", "core");

// esbuild keeps everything that the door names and some later chunk uses in the first chunk (docs/decisions/0337).
test.each([
  ["Vite", byVite, "xpal", 60_000],
  ["webpack", byWebpack, "xpal", 60_000],
  ["esbuild with splitting, by the door xpal/learner", byEsbuild, "xpal/learner", 60_000],
  ["esbuild with splitting: 80 kB by the whole door", byEsbuild, "xpal", 80_000],
] as const)(
  "a learner with its WASM is at most 60 kB gzipped (%s)",
  { timeout: 240_000 },
  async (_, bundle, from, most) => {
    const { code, wasm } = await sizeOf(program({ from }), bundle);
    expect(wasm).toBeGreaterThan(1000); // it is counted
    expect(code + wasm).toBeLessThan(most);
  },
);

test("the door xpal/learner names nothing that xpal does not", () => {
  const everything: Record<string, unknown> = { ...whole };
  expect(Object.entries(part).filter(([name, value]) => everything[name] !== value)).toEqual([]);
  expect(Object.keys(part)).toContain("Learner");
});

test("the README says what each part weighs", { timeout: 240_000 }, async () => {
  const readme = readFileSync(join(core, "README.md"), "utf8");
  const said = (name: string) =>
    Number(
      readme
        .split("\n")
        .find((line) => line.includes(`| ${name} |`))
        ?.match(/([\d.]+) kB/)?.[1],
    );
  const [[plain, source], [learns, learning]] = USES as [(typeof USES)[0], (typeof USES)[0]];
  const base = await sizeOf(source);
  const more = await sizeOf(learning);
  // A tenth off is a table to make again: npm run sizes.
  const within = (name: string, bytes: number) => {
    expect(Math.abs(said(name) * 1000 - bytes), `${name}: ${bytes}`).toBeLessThan(0.1 * bytes);
  };
  within(`${plain}: code`, base.code);
  within(`${plain}: WASM`, base.wasm);
  within(`+ ${learns}`, more.code + more.wasm - base.code - base.wasm);
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
