import { type ColumnWeight, type FeatureGroups, type Features, type Matrix, matrixFrom } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { columnImportance } from "../../src/recipe/column-importance.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import type { Encoder } from "../../src/recipe/recipe.ts";

const weigh = (weight: number, low = weight, high = weight): ColumnWeight => ({
  ...{ weight, low, high },
  ignored: high < 0.25,
});
const group = (...encoders: Encoder[]) => ({ name: "g", encoders, kernel: { name: "rbf", bandwidth: 1 } });
const vector = (column: string, length: number): Encoder => ({ kind: "vector", column, length });

describe("columnImportance", () => {
  test("names each original column of a mixed table once, in the order of its features", () => {
    const text = "size,colour,mass,class\n1,red,5,a\n2,blue,,b\n4,green,1,a\n7,red,2,b\n";
    const table = readCsv(new TextEncoder().encode(text), { header: true });
    const { recipe } = fitRecipe(table, { label: "class" });
    const { features } = applyRecipe(recipe, table);
    const [numbers, colours] = (features as FeatureGroups).groups as readonly Matrix[];
    expect([numbers.cols, colours.cols]).toEqual([3, 3]); // size, mass, where mass is missing; blue, green, red
    const found = columnImportance(
      recipe,
      features,
      [4, 2, 2, 0.1, 0.1, 0.1].map((weight) => weigh(weight)),
    );
    expect(found.map(({ columns, kind, features: count }) => [columns, kind, count])).toEqual([
      [["size"], "numeric", 1],
      [["mass"], "numeric", 2],
      [["colour"], "one-hot", 3],
    ]);
    expect(found.map(({ weight }) => Number(weight.toFixed(12)))).toEqual([4, 2, 0.1]);
    expect(found.map(({ ignored }) => ignored)).toEqual([false, false, true]);
  });

  test("takes the feature columns of a vector together by their variances", () => {
    // variances 1, 4 and 0: (1 * 3 + 4 * 0.5) / 5 = 1, from (1 * 2 + 4 * 0.25) / 5 = 0.6 to (1 * 6 + 4 * 1) / 5 = 2
    const features = matrixFrom([
      [-1, -2, 7],
      [1, 2, 7],
    ]);
    const weights = [weigh(3, 2, 6), weigh(0.5, 0.25, 1), weigh(1, 1, 1)];
    const [{ weight, low, high, ignored }] = columnImportance({ groups: [group(vector("v", 3))] }, features, weights);
    expect([weight, low, high].map((value) => Number(value.toFixed(12)))).toEqual([1, 0.6, 2]);
    expect(ignored).toBe(false);
  });

  test("ignores a column when each of its features that vary is ignored, and only then", () => {
    const features = matrixFrom([
      [0, 5, 0, 0],
      [1, 5, 1, 1],
    ]);
    const recipe = { groups: [group(vector("constant in part", 2)), group(vector("half ignored", 2))] };
    const groups: Features = {
      rows: 2,
      groups: [
        { rows: 2, cols: 2, data: Float64Array.of(0, 5, 1, 5) },
        { rows: 2, cols: 2, data: Float64Array.of(0, 0, 1, 1) },
      ],
    };
    const weights = [weigh(0.1), weigh(1), weigh(0.1), weigh(1)];
    for (const given of [features, groups]) {
      expect(columnImportance(recipe, given, weights).map(({ ignored }) => ignored)).toEqual([true, false]);
    }
  });

  test("gives a column that never varies the plain mean", () => {
    const features = matrixFrom([
      [5, 5],
      [5, 5],
    ]);
    const [{ weight }] = columnImportance({ groups: [group(vector("v", 2))] }, features, [weigh(1), weigh(3)]);
    expect(weight).toBe(2);
  });

  test("goes by the names that people know: texts together, vectors of images by the images' column", () => {
    const texts = { kind: "lsa", columns: ["title", "body"], directions: { cols: 2 } } as unknown as Encoder;
    const images = { ...vector("photo vectors", 1), images: { column: "photo" } } as unknown as Encoder;
    const features = matrixFrom([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    const found = columnImportance(
      { groups: [group(texts), group(images)] },
      features,
      [1, 3, 5].map((w) => weigh(w)),
    );
    expect(found.map(({ columns, weight }) => [columns, weight])).toEqual([
      [["title", "body"], 2],
      [["photo"], 5],
    ]);
  });

  test("rejects weights or features of another recipe", () => {
    const recipe = { groups: [group(vector("v", 2))] };
    expect(() => columnImportance(recipe, matrixFrom([[1, 2]]), [weigh(1)])).toThrow(
      "columnImportance: weights must be one for each of 2 columns",
    );
    expect(() => columnImportance(recipe, matrixFrom([[1]]), [weigh(1)])).toThrow(
      "features must have the 2 columns of the recipe",
    );
  });
});
