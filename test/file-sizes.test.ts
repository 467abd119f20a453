// One idea per file: the median source file has fewer than 80 lines and none more than 400, but for those listed.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The style sheet of the report: a page without any other file (docs/decisions/0316). */
const LONGER = ["packages/lab/src/report/assets/page.css"];

test("source files are short", () => {
  const { stdout } = spawnSync("git", ["ls-files", "packages"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 24 });
  const files = stdout
    .split("\n")
    .filter((path) => /^packages\/(\w+\/src|core\/wasm)\/.*\.(ts|svelte|css|js)$/.test(path));
  const lines = files.map((path) => readFileSync(`${root}${path}`, "utf8").split("\n").length - 1);
  const median = [...lines].sort((a, b) => a - b)[Math.floor(files.length / 2)];
  expect(files.length).toBeGreaterThan(900);
  expect(median).toBeLessThan(80);
  expect(files.filter((_, i) => lines[i] > 400)).toEqual(LONGER);
});
