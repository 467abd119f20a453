// The browser entry point as built: nothing behind it may import from Node.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "dist");

async function importsOf(file: string, seen: Map<string, string[]>): Promise<Map<string, string[]>> {
  if (seen.has(file)) return seen;
  const text = await readFile(file, "utf8");
  const names = [
    ...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm),
  ].map((match) => match[1] ?? match[2] ?? match[3]);
  seen.set(file, names);
  for (const name of names) if (name.startsWith(".")) await importsOf(join(dirname(file), name), seen);
  return seen;
}

test("the browser door imports only packages that run in browsers", async () => {
  const seen = await importsOf(join(dist, "browser.js"), new Map());
  const packages = new Set([...seen.values()].flat().filter((name) => !name.startsWith(".")));
  expect([...packages].sort()).toEqual([
    "@uwdata/flechette",
    "@xpal/core",
    "@xpal/core/check",
    "fflate",
    "fzstd",
    "hyparquet",
    "hyparquet-compressors",
    "hyparquet/src/column.js",
    "hyparquet/src/datapage.js",
    "hyparquet/src/encoding.js",
    "hyparquet/src/schema.js",
  ]);
  expect(seen.size).toBeGreaterThan(40);
});

test("the door for charts imports nothing at all, so that a page loads no more than it draws", async () => {
  const seen = await importsOf(join(dist, "chart", "index.js"), new Map());
  expect([...seen.values()].flat().filter((name) => !name.startsWith("./"))).toEqual([]);
  expect(seen.size).toBeGreaterThan(8);
});

test("the Node door offers everything that the browser door does", async () => {
  const browser = Object.keys(await import(join(dist, "browser.js")));
  const node = Object.keys(await import(join(dist, "index.js")));
  expect(node).toEqual(expect.arrayContaining(browser));
  expect(node).toContain("readTable");
});
