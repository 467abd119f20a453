import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { guessLabel } from "../../src/recipe/guess-label.ts";

const csv = (text: string) => readCsv(new TextEncoder().encode(text), {}, "file.csv");
const fit = (text: string, options = {}) => fitRecipe(csv(text), { label: "class", ...options });
const codes = (notices: readonly { code: string }[]) => notices.map(({ code }) => code);

describe("a label cell", () => {
  test("that says NA or ? is not labelled, and that is said", () => {
    const text = "x,class\n1,cat\n2,NA\n3,dog\n4,?\n5,\n";
    const { recipe, notices } = fit(text);
    expect(recipe.label?.classes).toEqual(["cat", "dog"]);
    expect([...applyRecipe(recipe, csv(text)).labels]).toEqual([0, -1, 1, -1, -1]);
    expect(notices[0].message).toBe(
      'column "class": "NA", "?" counts as not labelled; declare the classes if it is one, in lines 3 and 5',
    );
  });

  test("that is a declared class is one, whatever it looks like", () => {
    const { recipe, notices } = fit("x,class\n1,NA\n2,EU\n3,NA\n", { classes: ["NA", "EU"] });
    expect(recipe.label?.classes).toEqual(["EU", "NA"]);
    expect([...applyRecipe(recipe, csv("x,class\n1,NA\n2,\n")).labels]).toEqual([1, -1]);
    expect(notices).toEqual([]);
  });

  test("none, + and - stay classes", () => {
    expect(fit("x,class\n1,none\n2,+\n3,-\n").recipe.label?.classes).toEqual(["+", "-", "none"]);
  });

  test("with spaces around it is read without them, and classes that differ in case get a notice", () => {
    const { recipe, notices } = fit('x,class\n1,cat\n2,"cat "\n3,Cat\n4,dog\n');
    expect(recipe.label?.classes).toEqual(["Cat", "cat", "dog"]);
    expect(codes(notices)).toEqual(["label-spaces", "similar-classes"]);
    expect(notices[1].message).toContain('"Cat" and "cat" differ only in how they are written');
  });
});

describe("a label column", () => {
  test.each([
    ["prices", (i: number) => `${i}.${i % 7}5`, /it holds 60 different numbers in 60 labelled rows; cut the numbers/],
    ["counts", (i: number) => `${i * 3}`, /it holds 60 different numbers in 60 labelled rows/],
    ["dates", (i: number) => `2024-0${1 + (i % 9)}-${10 + (i % 19)}`, /different dates in 60 labelled rows/],
  ])("of %s is refused, since they are no classes", (_, cell, sentence) => {
    const rows = Array.from({ length: 60 }, (_, i) => `${(i * 7) % 13},${cell(i)}`);
    expect(() => fit(["x,class", ...rows].join("\n"))).toThrow(sentence);
  });

  test("of codes or ratings is taken, as is whatever is declared", () => {
    const rows = (cell: (i: number) => unknown) => [
      "x,class",
      ...Array.from({ length: 60 }, (_, i) => `${i % 13},${cell(i)}`),
    ];
    expect(fit(rows((i) => i % 25).join("\n")).recipe.label?.classes).toHaveLength(25);
    expect(fit(rows((i) => (i % 9) / 2).join("\n")).recipe.label?.classes).toHaveLength(9);
    const classes = Array.from({ length: 60 }, (_, i) => String(i / 8));
    expect(fit(rows((i) => i / 8).join("\n"), { classes }).recipe.label?.classes).toHaveLength(60);
  });

  test("is guessed by its name, or because it has few values and is mostly empty", () => {
    expect(guessLabel(csv("text,label\nx,a\ny,b\n"))).toBe("label");
    const half = ["price,kind", ...Array.from({ length: 20 }, (_, i) => `${i},${i < 6 ? ["bug", "idea"][i % 2] : ""}`)];
    expect(guessLabel(csv(half.join("\n")))).toBe("kind");
    const full = ["price,kind", ...Array.from({ length: 20 }, (_, i) => `${i},${["bug", "idea"][i % 2]}`)];
    expect(guessLabel(csv(full.join("\n").replace("kind", "shelf")))).toBeNull();
    const two = ["a,b,c", ...Array.from({ length: 20 }, (_, i) => `${i},${i < 3 ? "u" : ""},${i < 4 ? "v" : ""}`)];
    expect(guessLabel(csv(two.join("\n")))).toBeNull();
  });

  test("that was last, full, of few values and named kind was not guessed", () => {
    const rows = (header: string, cells: (i: number) => string) =>
      csv([header, ...Array.from({ length: 20 }, (_, i) => cells(i))].join("\n"));
    expect(guessLabel(rows("price,kind", (i) => `${i},${["bug", "idea"][i % 2]}`))).toBe("kind");
    expect(guessLabel(rows("kind,price", (i) => `${["bug", "idea"][i % 2]},${i}`))).toBeNull(); // not the last
    expect(guessLabel(rows("price,kind", (i) => `${i},thing ${i}`))).toBeNull(); // a text of its own each
    expect(guessLabel(rows("price,kind", (i) => `${i},${i % 4}`))).toBeNull(); // numbers may measure something
    const begun = rows("mood,kind", (i) => `${i < 5 ? "good" : ""},${["bug", "idea"][i % 2]}`);
    expect(guessLabel(begun)).toBe("mood"); // people have begun to fill that one
  });
});
