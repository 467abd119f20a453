import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkFolder } from "./check-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-conformance-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
async function results(): Promise<string[]> {
  const lines: string[] = [];
  for await (const result of checkFolder(folder)) {
    if ("skipped" in result) lines.push(`${result.name} skipped`);
    else lines.push(`${result.name} ${result.tally.checked} ${result.tally.failed}`);
  }
  return lines;
}

describe("checkFolder", () => {
  test("counts every number and finds the one that is off", async () => {
    write("a.json", { format: "xpal-reference/statistics", ranks: [{ values: [3, 1, 2], ranks: [3, 1, 2] }] });
    write("b.json", { format: "xpal-reference/statistics", ranks: [{ values: [3, 1, 2], ranks: [3, 1, 2.001] }] });
    expect(await results()).toEqual(["a.json 3 0", "b.json 3 1"]);
  });

  test("knows a file without a format by its members", async () => {
    write("draws.json", {
      random_state: [{ seed: 1, steps: [{ call: "random_sample", size: 1, result: [0.417022004702574] }] }],
    });
    expect(await results()).toEqual(["draws.json 1 0"]);
  });

  test("fails a case that cannot be computed and goes on with the next", async () => {
    write("statistics.json", { ranks: [null, { values: "no", ranks: [] }, { values: [1], ranks: [1] }] });
    expect(await results()).toEqual(["statistics.json 3 2"]);
  });

  test("leaves foreign files alone but fails what claims to be a reference", async () => {
    write("foreign.json", { name: "x" });
    write("foreign-text.json", "not json");
    write("kernels.json", "{ broken");
    write("list.json", []);
    write("new.json", { format: "xpal-reference/unheard-of" });
    write("notes.txt", "x");
    expect(await results()).toEqual([
      "foreign-text.json skipped",
      "foreign.json skipped",
      "kernels.json 1 1",
      "list.json skipped",
      "new.json 1 1",
    ]);
  });

  test("fails a file that holds nothing to check", async () => {
    write("statistics.json", { format: "xpal-reference/statistics", ranks: [] });
    expect(await results()).toEqual(["statistics.json 1 1"]);
  });

  test("rejects a path that is not a folder", async () => {
    const first = checkFolder(join(folder, "missing")).next();
    await expect(first).rejects.toThrow(/^conformance: the folder must exist, got "/);
  });
});
