// `xpal predict` on the rows of another file, which are read as the columns of the labelled file were.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-predict-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("xpal predict with the rows of another file", () => {
  const TRAIN = { "1.1": "old", "1.10": "new", beta: "new", NA: "old", "2024-01-04 10:00": "new", "2024-01-04": "old" };
  test.each([
    ["numbers", ["1.10", "1.10", "1.1"]],
    ["numbers beside NA", ["1.10", "NA", "1.1"]],
    ["dates", ["2024-01-04 10:00", "2024-01-04"]],
  ])("took words for another category where all in the file look like %s", async (_, versions) => {
    const rows = Object.entries(TRAIN).flatMap(([version, name]) => Array<string>(8).fill(`${version},${name}`));
    writeFileSync(join(folder, "train.csv"), `version,class\n${rows.join("\n")}\n`);
    writeFileSync(join(folder, "new.csv"), `version\n${versions.join("\n")}\n`);
    const expected = versions.map((version) => TRAIN[version as keyof typeof TRAIN]);
    const predicted = async (...words: string[]) => {
      const { out } = await runHere(folder, ["predict", ...words, "new.csv", "--json"]);
      return (JSON.parse(out).predictions as { class: string; cells: { version: string } }[]).map((one) => [
        one.class,
        one.cells.version,
      ]);
    };
    const found = expected.map((name, i) => [name, versions[i]]);
    expect(await predicted("--label", "class", "--save", "model.json", "train.csv")).toEqual(found);
    expect(await predicted("model.json")).toEqual(found);
    await runHere(folder, ["predict", "model.json", "new.csv", "--stream", "--out", "pieces.csv"]);
    const [, ...lines] = readFileSync(join(folder, "pieces.csv"), "utf8").trim().split("\n");
    expect(lines.map((line) => line.split(",")[1])).toEqual(expected);
  });
});
