import { createPool, type FeatureGroups, type Matrix, meanBandwidth, type SparseMatrix } from "@xpal/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { balanceScale } from "../../src/catalogue/generate/balance-scale.ts";
import { ticTacToe } from "../../src/catalogue/generate/tic-tac-toe.ts";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { namesId } from "../../src/recipe/id-name.ts";
import { type Recipe, recipeFromJSON } from "../../src/recipe/recipe.ts";
import type { RecipeOptions } from "../../src/recipe/recipe-options.ts";
import { sortNames } from "../../src/recipe/sort-names.ts";
import { makeTable, type Table } from "../../src/table/table.ts";

const csv = (text: string) => readCsv(new TextEncoder().encode(text), { header: true });
const fit = (text: string, options?: RecipeOptions) => fitRecipe(csv(text), options);
const rolesOf = (recipe: Recipe) => Object.fromEntries(recipe.columns.map(({ name, role }) => [name, role]));
const dense = (table: Table, options?: RecipeOptions) =>
  applyRecipe(fitRecipe(table, options).recipe, table).features as Matrix;

const mixed = `nr,size,colour,note,when,class
1,1.5,red,the fox and the dog are very good friends,2024-01-01,a
2,2.5,blue,it was raining on the whole day again,2024-01-02,
3,,red,a dog was sleeping in the warm sun,2024-01-03,b
4,4.5,green,the fox was hunting in the deep forest,2024-01-04,
`;

describe("roles", () => {
  test("are inferred from the values", () => {
    const { recipe } = fit(mixed, { label: "class" });
    expect(rolesOf(recipe)).toEqual({
      nr: "id",
      size: "numeric",
      colour: "categorical",
      note: "text",
      when: "numeric",
      class: "label",
    });
    expect(recipe.groups.map(({ name, kernel }) => [name, kernel.name])).toEqual([
      ["numbers", "rbf"],
      ["categories", "hamming"],
      ["texts", "rbf"],
    ]);
  });

  test("can be overruled", () => {
    const { recipe } = fit(mixed, {
      label: "class",
      roles: { note: "ignored", colour: "ignored", when: "ignored", nr: "numeric" },
    });
    expect(
      recipe.groups.map(({ encoders }) => encoders.map((encoder) => "column" in encoder && encoder.column)),
    ).toEqual([["nr", "size"]]);
  });

  test("of names of images are image, and cannot be learned from alone", () => {
    expect(() => fit("file,class\na.png,x\nb.JPG,y\n", { label: "class" })).toThrow("must have a column to learn from");
  });

  test("of a list of short names were ids, and nothing was left to learn from", () => {
    const names = Array.from({ length: 40 }, (_, i) => `${["red", "green", "blue"][i % 3]} apple ${i}`);
    const { recipe } = fit(`name\n${names.join("\n")}\n`, { label: null });
    expect(recipe.columns).toMatchObject([{ role: "text", reason: "short texts, and nothing else to learn from" }]);
    // Beside something else to learn from, named like an id, or as asked, it stays one.
    const sized = names.map((name, i) => `${name},${i % 7}`).join("\n");
    expect(fit(`name,size\n${sized}\n`, { label: null }).recipe.columns[0].role).toBe("id");
    expect(() => fit(`user_id\n${names.join("\n")}\n`, { label: null })).toThrow("must have a column to learn from");
    expect(() => fit(`name\n${names.join("\n")}\n`, { label: null, roles: { name: "id" } })).toThrow("to learn from");
  });

  test("of columns named as parts of every object were functions once another column had a role", () => {
    const text = "constructor,toString,__proto__,x,class\nred,1,u,1,a\nblue,2,v,3,b\nred,4,u,9,a\nblue,8,v,12,b\n";
    const inferred = fit(text, { label: "class" }).recipe;
    expect(fit(text, { label: "class", roles: { x: "numeric" } }).recipe.groups).toEqual(inferred.groups);
    const columns = fit(text, { label: "class", roles: { x: "ignored" } }).recipe.columns;
    expect(columns.slice(0, 3)).toEqual(inferred.columns.slice(0, 3));
  });

  test("that are misspelt or belong to no column are rejected", () => {
    expect(() => fit(mixed, { roles: { size: "numerik" as "numeric" } })).toThrow('did you mean "numeric"?');
    expect(() => fit(mixed, { roles: { sise: "numeric" } })).toThrow("options.roles.sise is unknown");
  });
});

describe("numbers", () => {
  test("have mean 0 and population deviation 1", () => {
    const features = dense(csv("x,y\n1,10\n2,10\n3,40\n"));
    const deviation = Math.sqrt(2 / 3); // of 1, 2, 3 around 2
    expect([...features.data.filter((_, i) => i % 2 === 0)]).toEqual([-1 / deviation, 0, 1 / deviation]);
    expect(features.data[1]).toBeCloseTo(-Math.SQRT1_2, 15); // (10 - 20) / sqrt(200)
  });

  test("that are all equal are dropped, and said", () => {
    const { recipe, notices } = fit("x,y\n1,7\n2,7\n");
    expect(recipe.groups[0].encoders.length).toBe(1);
    expect(notices).toEqual([
      {
        code: "constant-column",
        message: 'column "y" was dropped, since it has the same value in every row',
        column: "y",
      },
    ]);
  });

  test("that are missing become the median, beside a column that says where", () => {
    const table = csv("x,y\n1,5\n,6\n3,7\n8,8\n");
    const features = dense(table);
    expect(features.cols).toBe(3);
    const x = [1, 3, 3, 8]; // the median of 1, 3, 8 is 3
    const deviation = Math.sqrt(x.reduce((sum, value) => sum + (value - 3.75) ** 2, 0) / 4);
    x.forEach((value, row) => {
      expect(features.data[row * 3]).toBeCloseTo((value - 3.75) / deviation, 14);
      expect(features.data[row * 3 + 1]).toBe(row === 1 ? 1 : 0);
    });
  });

  test("that are equal apart from gaps had a deviation of rounding, so that any other number was far from all", () => {
    const table = csv(`x,fee\n${Array.from({ length: 20 }, (_, row) => `${row},${row < 7 ? 0.1 : ""}`).join("\n")}\n`);
    const { recipe } = fitRecipe(table);
    const other = applyRecipe(recipe, csv("x,fee\n3,0.2\n")).features as Matrix;
    expect(Math.max(...other.data.map(Math.abs))).toBeLessThan(2);
  });

  test("that are missing can be rejected, with their lines", () => {
    expect(() => fit("x,y\n1,5\n,6\n3,7\n", { missing: "reject" })).toThrow(
      'column "x" must have no missing value, but 1 is missing (line 3)',
    );
  });

  test("take the mean bandwidth of their columns", () => {
    const { recipe } = fitRecipe(balanceScale());
    expect(recipe.groups[0].kernel).toEqual({ name: "rbf", bandwidth: meanBandwidth(625, 4) });
  });
});

describe("categories", () => {
  test("become one column each in sorted order, a missing one its own", () => {
    const features = dense(csv("c,d\nb,x\na,x\n,y\n"));
    expect([...features.data]).toEqual([0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1]);
  });

  test("of tic-tac-toe take the Hamming kernel with the mean bandwidth", () => {
    const table = ticTacToe();
    const { recipe } = fitRecipe(table);
    const { features } = applyRecipe(recipe, table);
    expect([features.rows, (features as Matrix).cols]).toEqual([958, 27]);
    expect(recipe.groups[0].kernel.name).toBe("hamming");
  });

  test("can stand beside the numbers under one RBF kernel", () => {
    const { recipe } = fit("x,c\n1,a\n2,b\n3,a\n", { categories: "one-hot" });
    expect(recipe.groups.map(({ kernel, encoders }) => [kernel.name, encoders.length])).toEqual([["rbf", 2]]);
  });
});

describe("texts", () => {
  test("become words weighted by rarity, sparse and with ascending columns", () => {
    const table = csv("t\nred red fish in the sea\nblue fish in the deep sea\n");
    const { recipe } = fitRecipe(table, { roles: { t: "text" }, texts: "cosine" });
    const { features } = applyRecipe(recipe, table);
    const sparse = features as SparseMatrix;
    const [encoder] = recipe.groups[0].encoders;
    expect(encoder.kind === "tf-idf" && encoder.words).toEqual(["blue", "deep", "fish", "in", "red", "sea", "the"]);
    expect([...sparse.starts]).toEqual([0, 5, 11]);
    const red = 2 * (Math.log(3 / 2) + 1);
    expect([...sparse.values.subarray(0, 5)]).toEqual([1, 1, red, 1, 1]); // a word of both texts weighs ln(3/3) + 1
  });
});

describe("vectors", () => {
  const table = makeTable([
    { name: "v", type: "vector", values: { rows: 3, cols: 2, data: Float64Array.of(1, 0, 0, 1, -1, 0) } },
    { name: "class", type: "text", values: ["a", null, "b"] },
  ]);

  test("are centred and divided by one number for RBF, so that no component is louder than it was", () => {
    const { recipe } = fitRecipe(table, { label: "class" });
    // The means are (0, 1/3); the variances 2/3 and 2/9, so the mean variance is 4/9 and the divisor 2/3.
    expect(recipe.groups[0].kernel).toEqual({ name: "rbf", bandwidth: meanBandwidth(3, 2) });
    const { data } = applyRecipe(recipe, table).features as Matrix;
    [3 / 2, -1 / 2, 0, 1, -3 / 2, -1 / 2].forEach((value, i) => {
      expect(data[i]).toBeCloseTo(value, 15);
    });
    expect(describeRecipe(recipe)[0]).toContain("less their mean and divided by one number");
  });

  test("keep the cosine kernel where it is asked for; opposite ones count as unrelated", () => {
    const { recipe } = fitRecipe(table, { label: "class", vectors: "cosine" });
    expect(recipe.groups[0].kernel).toEqual({ name: "cosine", negative: "zero" });
    expect([...(applyRecipe(recipe, table).features as Matrix).data]).toEqual([1, 0, 0, 1, -1, 0]);
  });

  test("an offset that all vectors share does not change their features", () => {
    const entry = fc.integer({ min: -8, max: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(entry, entry), { minLength: 2, maxLength: 8 }), entry, (rows, offset) => {
        const features = (shift: number) => {
          const data = Float64Array.from(rows.flat(), (value) => value + shift);
          const moved = makeTable([{ name: "v", type: "vector", values: { rows: rows.length, cols: 2, data } }]);
          const { recipe } = fitRecipe(moved);
          return (applyRecipe(recipe, moved).features as Matrix).data;
        };
        const moved = features(64 * offset);
        features(0).forEach((value, i) => {
          expect(moved[i]).toBeCloseTo(value, 9);
        });
      }),
    );
  });

  test("classes without a label column were ignored", () => {
    const unlabelled = makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2, 4) }]);
    expect(() => fitRecipe(unlabelled, { classes: ["a", "b"] })).toThrow(
      "fitRecipe: options.classes must come with a label column; name it by the option label",
    );
  });

  test("a recipe of an earlier version that standardised each component is applied as it was written", () => {
    const { recipe } = fitRecipe(table, { label: "class" });
    const encoder = { kind: "vector" as const, column: "v", length: 2, means: [1, 2], deviations: [2, 4] };
    const earlier = { ...recipe, groups: [{ ...recipe.groups[0], encoders: [encoder] }] };
    expect([...(applyRecipe(earlier, table).features as Matrix).data]).toEqual([0, -0.5, -0.5, -0.25, -1, -0.5]);
    expect(describeRecipe(earlier)[0]).toContain("standardised");
  });
});

describe("labels", () => {
  test("are unlabelled where the cell is empty, and classes are sorted, whole numbers by value", () => {
    const table = csv("x,class\n1,10\n2,\n3,9\n4,10\n");
    const { recipe } = fitRecipe(table, { label: "class" });
    const { labels, classes } = applyRecipe(recipe, table);
    expect(classes).toEqual(["9", "10"]);
    expect([...labels]).toEqual([1, -1, 0, 1]);
    expect(sortNames(["b", "a", "10", "9"])).toEqual(["10", "9", "a", "b"]);
  });

  test("may be declared beyond those that occur", () => {
    const table = csv("x,class\n1,\n2,\n");
    const { recipe } = fitRecipe(table, { label: "class", classes: ["b", "a", "c"] });
    const { labels, classes, features, kernel } = applyRecipe(recipe, table);
    expect([...labels]).toEqual([-1, -1]);
    expect(classes).toEqual(["b", "a", "c"]);
    expect(createPool({ features, kernel, classes }).classCount).toBe(3);
  });

  test.each([
    ["only one occurs", "x,class\n1,a\n2,\n", {}, 'must have at least two classes, but only "a" occurs; declare all'],
    ["none occurs", "x,class\n1,\n2,\n", {}, "must have at least two classes, but none is labelled"],
    [
      "one is not declared",
      "x,class\n1,cat\n2,dgo\n",
      { classes: ["cat", "dog"] },
      'line 3, must hold one of the classes cat, dog, got "dgo"; did you mean "dog"?',
    ],
  ])("are rejected where %s", (_, text, options, sentence) => {
    expect(() => fit(text, { label: "class", ...options })).toThrow(sentence);
  });

  test("of a column that does not exist are rejected with the nearest name", () => {
    expect(() => fit(mixed, { label: "clas" })).toThrow(
      'column "clas" must be a column of the table; did you mean "class"?',
    );
  });
});

describe("a fitted recipe", () => {
  const { recipe } = fit(mixed, { label: "class", roles: { when: "ignored" } });
  const stored = recipeFromJSON(JSON.parse(JSON.stringify(recipe)));

  test("survives being written down, and gives the same bytes twice", () => {
    expect(stored).toEqual(recipe);
    const first = applyRecipe(recipe, csv(mixed));
    const second = applyRecipe(stored, csv(mixed));
    expect(second.features).toEqual(first.features);
    expect(second.kernel.toJSON()).toEqual(first.kernel.toJSON());
    expect(first.kernel.name).toBe("product");
  });

  test("applies to new rows: unknown categories are zeros, unknown words nothing, missing numbers the median", () => {
    const fresh = csv("size,colour,note\n2.5,violet,some words nobody has ever seen\n,red,fox\n");
    const { features, labels, notices } = applyRecipe(stored, fresh);
    const [numbers, categories, texts] = (features as FeatureGroups).groups as [Matrix, Matrix, Matrix];
    expect([...categories.data]).toEqual([0, 0, 0, 0, 0, 1]); // blue, green, red
    expect(texts.rows).toBe(2);
    expect(texts.data.every(Number.isFinite)).toBe(true);
    expect(numbers.data[3]).toBe(1);
    expect([...labels]).toEqual([-1, -1]);
    expect(notices.map(({ code }) => code).sort()).toEqual(["imputed", "unknown-category"]);
  });

  test("rejects a table that lacks a column, with the nearest name, or holds a word for a number", () => {
    expect(() => applyRecipe(stored, csv("sizes,colour,note\n1,red,x\n"))).toThrow(
      'it lacks size; did you mean "sizes"?',
    );
    expect(() => applyRecipe(stored, csv("size,colour,note\nbig,red,x\n"))).toThrow(
      'column "size", line 2, must be a number, got "big"',
    );
  });

  test("took dates for numbers and numbers for dates", () => {
    const days = fit('when\n2024-01-01\n""\n2024-01-03\n', { roles: { when: "numeric" } }).recipe;
    const years = fit("when\n2021\n2022\n2024\n").recipe;
    expect(() => applyRecipe(days, csv('when\n""\n2021\n'))).toThrow(
      'applyRecipe: column "when", line 3, must be a date, as in the table that the recipe was fitted to, got "2021"; write it as 2024-02-29, or fit the recipe again',
    );
    expect(() => applyRecipe(days, csv("when\n2024-01-01\n19724\n"))).toThrow("line 3, must be a date");
    expect(() => applyRecipe(years, csv("when\n2021-05-01\n"))).toThrow(
      'column "when", line 2, must be a number, as in the table that the recipe was fitted to, got "2021-05-01"',
    );
    for (const [recipe, text] of [
      [days, "2024-01-02"],
      [years, "2023"],
    ] as const) {
      expect(applyRecipe(recipe, csv(`when\n${text}\n`)).features.rows).toBe(1);
      expect(applyRecipe(recipe, csv('when,x\n"",1\n"",2\n')).features.rows).toBe(2); // a column without values has no type
      const gaps = makeTable([{ name: "when", type: "number", values: Float64Array.of(Number.NaN) }]);
      expect(applyRecipe(recipe, gaps).features.rows).toBe(1);
    }
  });

  test("rejects a label that is no class", () => {
    expect(() => applyRecipe(stored, csv("size,colour,note,class\n1,red,x,z\n"))).toThrow(
      "must hold one of the classes a, b",
    );
  });

  test("is described line by line", () => {
    const lines = describeRecipe(recipe);
    expect(lines.length).toBe(7);
    expect(lines[6]).toMatch(
      /^kernel: rbf on numbers, bandwidth 0\.\d+ times hamming on categories, bandwidth 0\.\d+ times rbf on texts, bandwidth 0\.\d+$/,
    );
  });

  test("in another format or version is rejected", () => {
    expect(() => recipeFromJSON({})).toThrow('must be a recipe with format "xpal-recipe"');
    expect(() => recipeFromJSON({ ...recipe, version: 2 })).toThrow("json.version must be 1, got 2");
  });
});

describe("one kernel for all", () => {
  test("RBF takes numbers and categories together, cosine takes numbers as they are, Hamming takes numbers for names", () => {
    const text = "x,c\n1,a\n2,b\n2,a\n";
    expect(fit(text, { kernel: "rbf" }).recipe.groups.map(({ kernel }) => kernel.name)).toEqual(["rbf"]);
    expect([...dense(csv(text), { kernel: "cosine", roles: { c: "ignored" } }).data]).toEqual([1, 2, 2]);
    expect([...dense(csv(text), { kernel: "hamming" }).data]).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0]);
  });

  test("rejects what it cannot read", () => {
    expect(() => fit(mixed, { label: "class", kernel: "hamming" })).toThrow("must be able to read text in note");
  });

  test("takes a bandwidth, unless two kernels have one", () => {
    expect(fit("x\n1\n2\n", { bandwidth: 2 }).recipe.groups[0].kernel).toEqual({ name: "rbf", bandwidth: 2 });
    expect(() => fit(mixed, { label: "class", bandwidth: 2 })).toThrow("must belong to exactly one kernel, but 3 have");
  });
});

describe("a name of an id", () => {
  test.each(["id", "ID", "customerId", "customerID", "order_id", "row key", "userid", "Nr", "id-old"])(
    "is %s",
    (name) => {
      expect(namesId(name)).toBe(true);
    },
  );
  test.each(["paid", "bid", "acid", "fluid", "monkey", "hybrid", "valid", "notes", "row_height", ""])(
    "is not %s: only whole words count",
    (name) => {
      expect(namesId(name)).toBe(false);
    },
  );
  test("leaves a column of amounts paid a number", () => {
    const { recipe } = fitRecipe(csv("paid,class\n3,a\n17,b\n5,a\n250,b\n"), { label: "class" });
    expect(recipe.columns[0].role).toBe("numeric");
  });
});
