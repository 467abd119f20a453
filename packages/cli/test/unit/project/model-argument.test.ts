import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-model-argument-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a model that was saved under a name without .json was read as a table", async () => {
  const rows = Array.from({ length: 14 }, (_, i) => `${(i % 2) * 5 + i / 10},${i < 6 ? "ab"[i % 2] : ""}`);
  writeFileSync(join(folder, "t.csv"), `x,y\n${rows.join("\n")}\n`);
  await runHere(folder, ["predict", "t.csv", "--label", "y", "--save", "kept.model", "--out", "from-table.csv"]);
  const model = readFileSync(join(folder, "kept.model"), "utf8");
  writeFileSync(join(folder, "spaced"), JSON.stringify(JSON.parse(model), null, 2));
  const { out } = await runHere(folder, ["predict", "t.csv", "t.csv", "--label", "y", "--csv"]);
  for (const name of ["kept.model", "spaced"]) {
    expect(await runHere(folder, ["predict", name, "t.csv", "--csv"])).toMatchObject({ code: 0, out });
  }
  const rejected = await runHere(folder, ["predict", "kept.model"]);
  expect([rejected.code, rejected.err]).toEqual([2, expect.stringContaining("must name the rows to predict")]);
});
