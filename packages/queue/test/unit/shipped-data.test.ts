import { matrixFrom } from "@xpal/core";
import { bundled, fitRecipe } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { datasetOf } from "../../../lab/src/plan/datasets/recipe-dataset.ts";
import { datasetHash } from "../../../lab/src/plan/planned-runs.ts";
import type { Dataset } from "../../../lab/src/replay/dataset.ts";
import { fetchDataset, shipDataset } from "../../src/shipped-data.ts";

const store = () => {
  const kept = new Map<string, Uint8Array>();
  return {
    has: async (key: string) => kept.has(key),
    put: async (key: string, value: unknown) => void kept.set(key, value as Uint8Array),
    get: async (key: string) => kept.get(key),
  } as unknown as Parameters<typeof shipDataset>[0] & Parameters<typeof fetchDataset>[0];
};
const plain: Dataset = {
  name: "plain",
  kernel: "rbf",
  features: matrixFrom([[1.5], [2], [-3]]),
  classes: ["a", "b"],
  labels: Uint32Array.of(0, 1, 1),
};
const sparse = {
  rows: 3,
  cols: 4,
  starts: Uint32Array.of(0, 1, 1, 3),
  columns: Uint32Array.of(2, 0, 3),
  values: Float64Array.of(0.5, 1, 2),
};
const mixed: Dataset = {
  ...plain,
  name: "mixed",
  unscaled: [0],
  others: [
    { kernel: "hamming", features: matrixFrom([[1], [0], [1]]) },
    { kernel: "cosine", features: sparse, negative: "zero" },
  ],
};

describe("a dataset on its way to a worker", () => {
  test.each([plain, mixed])("arrives as it left: $name", async (dataset) => {
    const place = store();
    const hash = await shipDataset(place, dataset);
    expect(await fetchDataset(place, { hash, name: dataset.name }, undefined)).toEqual(dataset);
  });

  test("has a hash of all that decides its runs, and a plain one the hash it always had", () => {
    expect(datasetHash(plain)).toBe("bae85eb38ed9166878f6e328374fd13bbfd90f3c34040b7d3051af4792bc49be");
    const others = [mixed, { ...mixed, unscaled: [] }, { ...mixed, others: mixed.others?.slice(1) ?? [] }, plain];
    expect(new Set(others.map(datasetHash)).size).toBe(4);
  });

  test("lost how a model learns on texts, so that a worker predicted by another model under the same keys", async () => {
    const table = await bundled("messages");
    const { dataset } = datasetOf(fitRecipe(table, { label: "class" }).recipe, table, "messages");
    expect(dataset.learning).toMatchObject({ views: ["given"], predictor: "ridge" });
    const place = store();
    const hash = await shipDataset(place, dataset);
    expect(await fetchDataset(place, { hash, name: "messages" }, undefined)).toMatchObject({
      learning: dataset.learning,
    });
  });

  test("arrives whatever the order in which its learning was written", async () => {
    const place = store();
    const dataset: Dataset = { ...plain, learning: { metrics: ["full"], views: ["given"], perClass: 8 } };
    const hash = await shipDataset(place, dataset);
    expect(await fetchDataset(place, { hash, name: "plain" }, undefined)).toEqual(dataset);
  });

  test("had the same hash whatever decides how a model learns; where nothing does it keeps it", () => {
    const ridge = { ...plain, learning: { predictor: "ridge" as const } };
    const eight = { ...plain, learning: { perClass: 8 } };
    const nine = { ...plain, learning: { perClass: 9 } };
    expect(
      new Set(
        [plain, ridge, eight, nine, { ...plain, learning: { ...ridge.learning, ...eight.learning } }].map(datasetHash),
      ).size,
    ).toBe(5);
    expect(datasetHash({ ...plain, learning: {} })).toBe(datasetHash(plain));
  });
});
