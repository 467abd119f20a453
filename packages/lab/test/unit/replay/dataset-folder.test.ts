import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DatasetEntry, listDatasets, readDataset } from "../../../src/replay/dataset-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-datasets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function dataset(csv: string, entry: Partial<DatasetEntry> = {}) {
  writeFileSync(join(folder, "d.csv"), csv);
  return readDataset(folder, { name: "d", file: "d.csv", kernel: "rbf", ...entry });
}

describe("readDataset", () => {
  test("takes numbers as they are and codes classes in sorted order", () => {
    const { features, classes, labels } = dataset("x,y,class\n1,2.5,no\n-3,1e-2,yes\n0,0,Maybe\n");
    expect([...features.data]).toEqual([1, 2.5, -3, 0.01, 0, 0]);
    expect(classes).toEqual(["Maybe", "no", "yes"]);
    expect([...labels]).toEqual([1, 2, 0]);
  });

  test("sorts classes that are numbers by size, unless their order is given", () => {
    expect(dataset("x,class\n1,10\n2,9\n").classes).toEqual(["9", "10"]);
    expect([...dataset("x,class\n1,10\n2,9\n", { classes: ["10", "9"] }).labels]).toEqual([0, 1]);
  });

  test("codes named categories, and for the Hamming kernel every feature one-hot", () => {
    const csv = 'sex,size,class\nMale,1,a\nFemale,2,b\nMale,3,"b"\n';
    expect([...dataset(csv, { categoricalFeatures: ["sex"] }).features.data]).toEqual([1, 1, 0, 2, 1, 3]);
    const { features } = dataset(csv, { kernel: "hamming" });
    expect(features.cols).toBe(5);
    expect([...features.data.subarray(0, 5)]).toEqual([0, 1, 1, 0, 0]);
  });

  test.each([
    ["x,class\n1,a\nn/a,b\n", /row 3, column "x" must be a number, got "n\/a"; name the column in categoricalFeatures/],
    ["x,class\n1,a\n,b\n", /row 3, column "x" must be a number/],
    ["x,class\n1,a\n2\n", /row 3 must have 2 cells, got 1/],
    ["x,class\n", /must have a header, two columns and two rows at least/],
  ])("rejects %j in one sentence", (csv, message) => {
    expect(() => dataset(csv)).toThrow(message);
  });

  test("rejects a class that is not in the list, and a file that is not there", () => {
    expect(() => dataset("x,class\n1,a\n2,b\n", { classes: ["a"] })).toThrow(
      /row 3, class must be in the list of classes, got "b"/,
    );
    expect(() => dataset("x,class\n", { file: "none.csv" })).toThrow(
      /none.csv must be a file that can be read, got "ENOENT"/,
    );
  });
});

describe("listDatasets", () => {
  const list = (content: unknown) => {
    writeFileSync(join(folder, "datasets.json"), typeof content === "string" ? content : JSON.stringify(content));
    return listDatasets(folder);
  };

  test("gives the entries, whatever else they say", () => {
    expect(list([{ name: "d", file: "d.csv", kernel: "cosine", source: "here" }])[0]).toMatchObject({ name: "d" });
  });

  test.each([
    ["{", /must be JSON/],
    [{}, /must be a list of datasets/],
    [[{ file: "d.csv", kernel: "rbf" }], /entry 0, name must be a string, got "nothing"/],
    [[{ name: "d", file: "d.csv", kernel: "taxi" }], /d, kernel must be one of rbf, hamming, cosine, got "taxi"/],
    [[1, 2].map(() => ({ name: "d", file: "d.csv", kernel: "rbf" })), /entry 1, name must not occur twice, got "d"/],
  ])("rejects a list that cannot be used (%#)", (content, message) => {
    expect(() => list(content)).toThrow(message);
  });
});
