// New rows mean what the rows meant that a recipe was fitted to, however few there are.
import type { Matrix } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { applyRecipe, fitRecipe, readCsv, recipeFromJSON } from "../../src/index.ts";

const read = (text: string, options = {}) => readCsv(new TextEncoder().encode(text), options);
const fitted = (column: string, cells: readonly string[], options = {}, separator = "\t") => {
  const text = [column, ...cells].map((cell, i) => `${cell}${separator}${i === 0 ? "n" : i % 5}`).join("\n");
  const { recipe } = fitRecipe(read(`${text}\n`), { roles: { n: "ignored" }, ...options });
  return recipeFromJSON(JSON.parse(JSON.stringify(recipe)));
};
/** The number that a recipe makes of a cell, before it is scaled. */
const numberOf = (recipe: ReturnType<typeof fitted>, cell: string, options = {}) => {
  const [encoder] = recipe.groups[0].encoders;
  if (encoder.kind !== "numeric") throw new Error("not numeric");
  const { data } = applyRecipe(recipe, read(`${encoder.column}\tn\n${cell}\t1\n`, { header: true, ...options }))
    .features as Matrix;
  return data[0] * encoder.deviation + encoder.mean;
};

describe("a new row", () => {
  test("of German money is read by the mark and the unit that were learned", () => {
    const recipe = fitted("preis", ["12,50 €", "1.234,00 €", "3,20 €", "999 €"]);
    expect(numberOf(recipe, "1.234 €")).toBeCloseTo(1234, 8);
    expect(numberOf(recipe, "7,5 €")).toBeCloseTo(7.5, 8);
    expect(numberOf(recipe, "8")).toBeCloseTo(8, 8);
    expect(numberOf(recipe, "unbekannt")).toBeCloseTo(505.75, 8); // missing: the median
    expect(() => numberOf(recipe, "5 kg")).toThrow(/must be a number in €, got "5 kg"/);
    expect(() => numberOf(recipe, "viel")).toThrow(/line 2, must be a number in €, got "viel"/);
  });

  test("of dates is read in the order that was learned", () => {
    const day = (text: string) => Date.parse(text) / 86_400_000;
    const american = fitted("when", ["12/31/2024", "01/02/2024", "02/29/2024"]);
    expect(numberOf(american, "03/04/2024")).toBeCloseTo(day("2024-03-04"), 6);
    const british = fitted("when", ["31/12/2024", "01/02/2024", "29/02/2024"]);
    expect(numberOf(british, "03/04/2024")).toBeCloseTo(day("2024-04-03"), 6);
    const compact = fitted("when", ["20241231", "20240102", "20240229"]);
    expect(numberOf(compact, "20240304")).toBeCloseTo(day("2024-03-04"), 6);
  });

  test("has the words for missing values that were named", () => {
    const text = "x\tn\n1\t1\n2\t2\n9\t3\n-999\t4\n";
    const { recipe } = fitRecipe(read(text, { missing: ["-999"] }), { roles: { n: "ignored" } });
    expect(numberOf(recipe, "-999")).toBeCloseTo(2, 8);
  });
});

describe("a text column that is to be numeric", () => {
  const cells = ["18", "25", "N/A", "31,5", "viele", "unknown", "40", "keine Lust"];
  test("is read, and words are missing", () => {
    const recipe = fitted("age", cells, { roles: { age: "numeric", n: "ignored" } });
    const [encoder] = recipe.groups[0].encoders;
    expect(encoder).toMatchObject({ kind: "numeric", median: 28.25, indicator: true });
  });
  test("is rejected where most cells are words", () => {
    expect(() => fitted("age", ["a", "b", "c", "4"], { roles: { age: "numeric", n: "ignored" } })).toThrow(
      /column "age", line 2, must be a number, got "a"/,
    );
  });
});
