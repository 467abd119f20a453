import { type Matrix, matrixFrom } from "@xpal/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pack, unpack } from "../../src/linear/packed-matrix.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { learningFor } from "../../src/recipe/learning-for.ts";
import { recipeFromJSON } from "../../src/recipe/recipe.ts";
import { makeTable, type Table } from "../../src/table/table.ts";
import { fitTerms } from "../../src/text/fit-terms.ts";
import { piecesOf } from "../../src/text/pieces.ts";
import { termReader } from "../../src/text/term-reader.ts";
import { wordEvidence } from "../../src/text/word-evidence.ts";

const tableOf = (texts: readonly (string | null)[]): Table => makeTable([{ name: "t", type: "text", values: texts }]);
const recipeOf = (texts: readonly (string | null)[]) => fitRecipe(tableOf(texts), { roles: { t: "text" } }).recipe;
const pointsOf = (texts: readonly (string | null)[]) => applyRecipe(recipeOf(texts), tableOf(texts)).features as Matrix;

const topics = [
  "the invoice was charged twice",
  "please refund the invoice",
  "the app crashes at start",
  "crash when I start the app",
];

function distance({ cols, data }: Matrix, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < cols; k++) sum += (data[a * cols + k] - data[b * cols + k]) ** 2;
  return sum;
}

describe("texts as points", () => {
  test("texts that share rare words are nearer than texts that do not", () => {
    const points = pointsOf(topics);
    expect(distance(points, 0, 1)).toBeLessThan(distance(points, 0, 2));
    expect(distance(points, 2, 3)).toBeLessThan(distance(points, 1, 3));
  });

  test("a term adds its rarity and no more, whatever the others are that it occurs with", () => {
    const texts = ["cat dog", "cat dog", "cat bird", "fish", "fish cow", "owl", "owl hen", "owl hen"];
    const { encoders } = recipeOf(texts).groups[0];
    if (encoders[0].kind !== "lsa") expect.unreachable();
    const { words, directions, columns: _, locale } = encoders[0];
    const { cols, factors, values } = unpack(directions);
    const { weights } = fitTerms((row) => texts[row], texts.length, locale, 100);
    for (const [t, weight] of weights.entries()) {
      let square = 0;
      for (let k = 0; k < cols; k++) square += (values[t * cols + k] * factors[t]) ** 2;
      // Packing rounds each of few entries by half of a 127th of the largest.
      expect(Math.abs(Math.sqrt(square) / weight - 1)).toBeLessThan(0.02);
    }
    expect(words).toContain("owl");
  });

  test("take RBF, and a recipe that was stored gives the same bits", () => {
    const recipe = recipeOf(topics);
    expect(recipe.groups.map(({ kernel }) => kernel.name)).toEqual(["rbf"]);
    const stored = recipeFromJSON(JSON.parse(JSON.stringify(recipe)));
    const fresh = ["refund my invoice", "unknown words only", ""];
    const data = (one: typeof recipe) => (applyRecipe(one, tableOf(fresh)).features as Matrix).data;
    expect(data(stored)).toEqual(data(recipe));
    expect(recipeOf(topics)).toEqual(recipe);
    expect(describeRecipe(recipe)[0]).toMatch(/13 words and \d+ pieces of words \(the texts are short\)/);
  });

  test("any texts give finite points, empty, missing, foreign and equal ones included", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("", null, "日本語の文章", "จันทร์", "😀 👍🏽", "https://example.com/a?b=1", "42 1e5", "Ünïcode ﬁ"),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 30 }), (texts) => {
        try {
          expect(pointsOf(texts).data.every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect((error as Error).message).toContain("must hold at least one word");
        }
      }),
    );
  });

  test("emoji are words", () => {
    const points = pointsOf(["😀", "😀 !", "😡", "😡 ?"]);
    expect(distance(points, 0, 1)).toBe(0);
    expect(distance(points, 0, 2)).toBeGreaterThan(0);
  });
});

describe("terms", () => {
  test("pieces mark the ends of a word and never cut a character in two", () => {
    expect(piecesOf("ab")).toEqual([" a", "ab", "b ", " ab", "ab "]);
    expect(piecesOf("😀")).toEqual([" 😀", "😀 ", " 😀 "]);
  });

  test("a word of every text and a word of one text tell nothing in a large pool", () => {
    const texts = Array.from({ length: 40 }, (_, i) => `the ${i % 2 === 0 ? "cat" : "dog"} once${i}`);
    const terms = fitTerms((row) => texts[row], 40, "en", 100);
    expect(terms.words).toEqual(["cat", "dog"]);
    expect(terms.weights[0]).toBe(3 * Math.log(41 / 21)); // three times, since there are pieces
    expect(terms.weights.at(-1)).toBeLessThan(3 * Math.log(41 / 3));
    expect([...termReader({ ...terms, pieces: [] })("Cat cat dog bird")]).toEqual([
      [0, 2],
      [1, 1],
    ]);
  });

  test("longer texts need no pieces", () => {
    const texts = Array.from({ length: 4 }, (_, i) => Array.from({ length: 30 }, (_, w) => `w${i * w}`).join(" "));
    expect(fitTerms((row) => texts[row], 4, "en", 100).pieces).toEqual([]);
  });
});

describe("the learned kernel", () => {
  const start = (count: number, words: number) => {
    const text = (i: number) => Array.from({ length: words }, (_, w) => `w${(i * 7 + w * w) % 499}`).join(" ");
    return learningFor(recipeOf(Array.from({ length: count }, (_, i) => text(i))));
  };
  test("waits for more labels on many short texts, and only there", () => {
    expect(start(600, 5)).toMatchObject({ perClass: 8 });
    expect(start(100, 5)).not.toHaveProperty("perClass");
    expect(start(600, 30)).not.toHaveProperty("perClass");
  });
  test("has no view or tree that takes the components of a text or vector for columns of the same size", () => {
    const vectors = { views: ["given"], metrics: ["weights", "full"] };
    expect(start(100, 5)).toMatchObject(vectors);
    const values = matrixFrom([
      [1, 2],
      [3, 5],
      [4, 9],
    ]);
    const vector = { name: "v", type: "vector" as const, values };
    const number = { name: "n", type: "number" as const, values: Float64Array.of(1, 2, 4) };
    const of = (...columns: Parameters<typeof makeTable>[0]) => learningFor(fitRecipe(makeTable(columns)).recipe);
    expect(of(vector)).toMatchObject(vectors);
    expect(of(number)).toEqual({});
    expect(of(vector, number)).toEqual({});
    const { recipe } = fitRecipe(makeTable([vector]));
    const [group] = recipe.groups;
    const { scale: _, ...old } = group.encoders[0] as { scale?: number };
    const earlier = { ...old, deviations: [1, 2] } as unknown as (typeof group.encoders)[number];
    expect(learningFor({ groups: [{ ...group, encoders: [earlier] }] })).toEqual({ predictor: "ridge" });
  });
});

describe("a packed matrix", () => {
  test("is off by at most half a step of its row", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 9 }), (rows) => {
        const { factors, values } = unpack(pack(Float64Array.from(rows.flat()), 3));
        rows.forEach((row, r) => {
          const largest = Math.max(...row.map(Math.abs));
          row.forEach((entry, c) => {
            // half a step, and what single precision and seven digits of the factor may add
            expect(Math.abs(values[r * 3 + c] * factors[r] - entry)).toBeLessThanOrEqual(
              largest * (0.5 / 127 + 1e-6) + 1e-40,
            );
          });
        });
      }),
    );
  });
});

describe("word evidence", () => {
  const texts = [
    "refund the invoice",
    "invoice charged twice",
    "refund please",
    "app crash",
    "crash at start",
    "the app",
  ];
  const recipe = recipeOf(texts);

  test("does not name words that hold sentences together, in any of several languages", () => {
    const said = ["the over else 7", "the over else 7", "über und nicht été", "crash and die", "crash here", "crash"];
    const labels = [0, 0, 0, 1, 1, 1];
    const found = wordEvidence(recipeOf(said), tableOf(said), labels);
    expect([found?.forClass(0, 5), found?.forClass(1, 2)]).toEqual([[], ["crash"]]);
  });

  test("names the words that only one class has, and those of a row", () => {
    const evidence = wordEvidence(recipe, tableOf([...texts, "refund after the crash"]), [0, 0, 0, 1, 1, -1, -1]);
    // "invoice" and "refund": 2 of 3 texts against 0 of 2, ln(2.5 / 1.5) - ln(0.5 / 2.5) = 2.12 over sqrt(2.4) = 1.37.
    expect(evidence?.forClass(0, 2)).toEqual(["invoice", "refund"]);
    expect(evidence?.forClass(1, 1)).toEqual(["crash"]);
    expect(evidence?.inRow(6, 0, 3)).toEqual(["refund"]);
    expect(evidence?.inRow(6, 1, 3)).toEqual(["crash"]);
  });

  test("names words of texts that a model describes, too, if at least two texts have them", () => {
    const table = tableOf([...texts, "refund after the unheard crash"]);
    const embedded = { columns: ["t"], reads: "texts" as const, model: "m", hash: "h" };
    const encoder = { kind: "vector", column: "t embedding", length: 2, embedded } as const;
    const described = { groups: [{ ...recipe.groups[0], encoders: [encoder] }] };
    const evidence = wordEvidence({ ...recipe, ...described }, table, [0, 0, 0, 1, 1, -1, -1]);
    expect(evidence?.forClass(0, 3)).toEqual(["invoice", "refund"]);
    expect(evidence?.inRow(6, 1, 3)).toEqual(["crash"]);
    const images = { ...encoder, embedded: { ...embedded, reads: "images" as const } };
    const other = { ...recipe, groups: [{ ...recipe.groups[0], encoders: [images] }] };
    expect(wordEvidence(other, table, [0, 0, 0, 1, 1, -1, -1])).toBeNull();
  });

  test("is silent without labels, and without texts", () => {
    expect(wordEvidence(recipe, tableOf(texts), [-1, -1, -1, -1, -1, -1])).toBeNull();
    expect(wordEvidence({ ...recipe, groups: [] }, tableOf(texts), [0, 0, 0, 1, 1, 1])).toBeNull();
  });
});
