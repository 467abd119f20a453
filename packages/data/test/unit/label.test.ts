import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/formats/csv/read-csv.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { guessLabel } from "../../src/recipe/guess-label.ts";
import { makeTable } from "../../src/table/table.ts";

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
    expect(recipe.label?.classes).toEqual(["NA", "EU"]);
    expect([...applyRecipe(recipe, csv("x,class\n1,NA\n2,\n")).labels]).toEqual([0, -1]);
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
  ])("of %s is rejected, since they are no classes", (_, cell, sentence) => {
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

  test("was a free comment, although an empty column waited for answers", () => {
    const rows = (header: string, cells: (i: number) => string) =>
      csv([header, ...Array.from({ length: 20 }, (_, i) => cells(i))].join("\n"));
    const comment = (i: number) => (i < 4 ? ["call back", "ask again"][i % 2] : "");
    expect(guessLabel(rows("x,notes,decision", (i) => `${i},${comment(i)},`))).toBe("decision");
    expect(guessLabel(rows("x,notes,answer", (i) => `${i},${comment(i)},`))).toBe("answer");
    expect(guessLabel(rows("x,decision,checked", (i) => `${i},,`))).toBe("decision");
    expect(guessLabel(rows("x,remarks,mood", (i) => `${i},${comment(i)},${i < 6 ? ["good", "bad"][i % 2] : ""}`))).toBe(
      "mood",
    );
    expect(guessLabel(rows("x,", (i) => `${i},`))).toBeNull(); // a column without a name is left over
  });

  test("of a study is the last where nothing else tells", () => {
    expect(guessLabel(csv("a,b\n1,x\n2,y\n"), true)).toBe("b");
    expect(guessLabel(csv("target,b\nx,1\ny,2\n"), true)).toBe("target");
  });

  test("that is declared keeps the order of its classes", () => {
    const table = csv("x,class\n1,low\n2,high\n3,\n");
    expect(fitRecipe(table, { label: "class", classes: ["low", "mid", "high"] }).recipe.label?.classes).toEqual([
      "low",
      "mid",
      "high",
    ]);
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

describe("labels that are numbers", () => {
  const VERSIONS = "x,class\n1,1.1\n2,1.10\n3,1.9\n4,\n5,NA\n6,-\n";
  const written = (text: string) => readCsv(new TextEncoder().encode(text), { keepWritten: ["class"] }, "file.csv");

  test("merged the classes 1.1 and 1.10 of a CSV file", () => {
    const table = written(VERSIONS);
    const { recipe, notices } = fitRecipe(table, { label: "class" });
    expect(recipe.label?.classes).toEqual(["1.1", "1.10", "1.9"]);
    expect([...applyRecipe(recipe, table).labels]).toEqual([0, 1, 2, -1, -1, -1]);
    expect(notices.map(({ message }) => message)).toEqual([
      'column "class": "1.1" and "1.10" differ only in how they are written and are different classes; write them alike if one is meant',
    ]);
    expect(table.columns[1].type).toBe("number"); // a word among numbers is still missing
  });

  test("are the declared class that is the same number, if there is one", () => {
    const floats = "x,class\n1,0.0\n2,1.0\n3,\n4,1.0\n";
    for (const table of [written(floats), csv(floats)]) {
      const { recipe, notices } = fitRecipe(table, { label: "class", classes: ["0", "1"] });
      expect([...applyRecipe(recipe, table).labels]).toEqual([0, 1, -1, 1]);
      expect(notices).toEqual([]);
    }
    const { notices } = fitRecipe(written(VERSIONS), { label: "class", classes: ["1.1", "1.9"] });
    expect(notices.map(({ code, message }) => [code, message])).toEqual([
      [
        "joined-classes",
        'column "class": "1.1" and "1.10" are the same number and count as the class "1.1"; declare each of them if they are different classes',
      ],
    ]);
    expect(() => fit("x,class\n1,1.0\n2,2\n", { classes: ["1", "1.00", "2"] })).not.toThrow(); // read as 1
    expect(() => fitRecipe(written("x,class\n1,1.0\n2,2\n"), { label: "class", classes: ["1", "1.00", "2"] })).toThrow(
      'must hold one of the classes 1, 1.00, 2, got "1.0"',
    );
  });

  test("are in the order of their values however they are written", () => {
    const classes = (cells: string) =>
      fitRecipe(written(`x,class\n1,${cells}`), { label: "class" }).recipe.label?.classes;
    expect(classes("10.0\n2,9.0\n3,-1.0\n")).toEqual(["-1.0", "9.0", "10.0"]);
    expect(classes("+1\n2,-1\n")).toEqual(["-1", "+1"]);
  });
});

describe("labels that are texts", () => {
  const column = (cell: (i: number) => string) =>
    makeTable([
      { name: "x", type: "number", values: Float64Array.from({ length: 40 }, (_, i) => (i * 7) % 13) },
      { name: "class", type: "text", values: Array.from({ length: 40 }, (_, i) => cell(i)) },
    ]);

  test.each([
    ["measurements with a unit", (i: number) => `${i}.812 kg`],
    ["measurements and one word", (i: number) => (i === 7 ? "n.d." : `${i}.812`)],
    ["sentences", (i: number) => `this is the remark with the number ${i}`],
  ])("were taken for classes without a word, though they were %s", (_, cell) => {
    const { notices } = fitRecipe(column(cell), { label: "class" });
    expect(notices.map(({ code }) => code)).toEqual(["many-classes"]);
    expect(notices[0].message).toMatch(
      /^column "class" holds 40 different labels in 40 labelled rows \(".*", \.\.\.\), which are/,
    );
    const classes = Array.from({ length: 40 }, (_, i) => cell(i));
    expect(fitRecipe(column(cell), { label: "class", classes }).notices).toEqual([]);
  });

  test("were taken for classes, though all of them were numbers", () => {
    expect(() =>
      fitRecipe(
        column((i) => `${i}.812`),
        { label: "class" },
      ),
    ).toThrow(/it holds 40 different numbers in 40 labelled rows; cut the numbers/);
  });
});
