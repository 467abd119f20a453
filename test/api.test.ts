// The reference in docs/api is what the doc comments say.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { doorNames } from "./entry-points.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

test("the reference is current with the built packages", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/api.mjs", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test.each(["core", "check", "calls", "data", "chart", "words", "store", "lab", "queue", "studio", "client"])(
  "every export of %s says what it is for",
  (page) => {
    const text = readFileSync(`${root}docs/api/${page}.md`, "utf8");
    const entries = text.split(/^### /m).slice(1);
    expect(entries.length).toBeGreaterThan(1);
    const silent = entries
      .filter((entry) => entry.split("\n")[2]?.startsWith("```"))
      .map((entry) => entry.split("\n")[0]);
    expect(silent).toEqual([]);
  },
);

test("there is a page for every door; that of browsers is a part of @xpal/data", () => {
  const pages = readFileSync(`${root}docs/api/README.md`, "utf8");
  expect(doorNames.filter((name) => name !== "@xpal/data/browser" && !pages.includes(`[\`${name}\`]`))).toEqual([]);
});
