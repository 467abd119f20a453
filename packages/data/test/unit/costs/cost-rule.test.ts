import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { labelCostColumn, labelCostsOf, makeTable } from "../../../src/index.ts";

const table = makeTable([
  { name: "pages", type: "number", values: Float64Array.of(2, 10, Number.NaN) },
  { name: "page count", type: "number", values: Float64Array.of(3, 4, 5) },
  { name: "words", type: "number", values: Float64Array.of(7, 8, 9) },
  { name: "body", type: "text", values: ["one two  three", "a\nb", null] },
  { name: "a+b", type: "number", values: Float64Array.of(1, 2, 3) },
]);
const costs = (rule: string) => [...labelCostsOf("t", table, rule, (row) => row < 2)].slice(0, 2);
const rejection = (rule: string) => {
  try {
    return costs(rule);
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a rule of label costs", () => {
  test("is arithmetic over the columns of a row, worked by hand", () => {
    expect(costs("2 + 1.5 * words(body) / 100")).toEqual([2 + (1.5 * 3) / 100, 2 + (1.5 * 2) / 100]);
    expect(costs("pages * 3 - 2 * (pages - 1)")).toEqual([4, 12]); // 6 - 2 and 30 - 18
    expect(costs("8 / 2 / 2 + pages")).toEqual([4, 12]); // from left to right
    expect(costs("10 - 3 - 2")).toEqual([5, 5]);
    expect(costs('"page count" / 2')).toEqual([1.5, 2]);
    expect(costs("characters(body)")).toEqual([14, 3]);
    expect(costs("max(5, pages)")).toEqual([5, 10]);
    expect(costs("min(5, pages, 3)")).toEqual([2, 3]);
    expect(costs("1e-3*pages")).toEqual([0.002, 0.01]);
    expect(costs("words")).toEqual([7, 8]); // a column may have a function's name
  });

  test("that is the name of a column is that column, whatever it looks like", () => {
    expect(costs("a+b")).toEqual([1, 2]);
    expect(labelCostColumn(table, "a+b")).toBe("a+b");
    expect(labelCostColumn(table, "2 * pages")).toBeNull();
  });

  test.each([
    ["pagse", 't: column "pagse" must be a column of the table; did you mean "pages"?'],
    ["2 *", "must be a column or a rule, but it ends too early"],
    ["(pages", "but it ends too early"],
    ["pages pages", 'but "pages" is not expected there'],
    ["sqrt(pages)", 'but "sqrt" is not expected there; a rule is made of numbers, columns'],
    ["pages ^ 2", 'but "^" does not belong there'],
    ["words(pages)", 'column "pages" in the label cost "words(pages)" must hold texts, got "number"'],
    ["body", 'must hold numbers, got "text"; words("body") and characters("body") are the lengths of a text'],
    ["pages - 2", 'the label cost "pages - 2", row 0 must be a number above 0, got 0'],
    ["1 / (pages - 2)", "row 0 must be a number above 0, got Infinity"],
    ["", "but it ends too early"],
    ["__proto__(pages)", 'but "__proto__" is not expected there'],
    ["words()", 'but ")" is not expected there'],
  ])("that cannot be used is rejected in one sentence: %s", (rule, message) => {
    expect(rejection(rule)).toContain(message);
  });

  test("of a thousand parentheses is rejected before they are nested", () => {
    expect(rejection("(".repeat(5000))).toContain("must have at most 1000 characters, got 5000");
    expect(rejection(`${"(".repeat(499)}1${")".repeat(499)}`)).toEqual([1, 1]);
  });

  test("needs the cells that it names, in the rows without a label", () => {
    expect(() => labelCostsOf("t", table, "2 * pages")).toThrow(
      't: the label cost "2 * pages", row 2 must say what the label costs, but it is empty',
    );
    expect([...labelCostsOf("t", table, "2 + words(body)")]).toEqual([5, 4, 2]); // an empty text has no words
  });

  test("never fails otherwise than by a rejection", () => {
    const piece = fc.constantFrom(
      "pages",
      "body",
      "words",
      "(",
      ")",
      "+",
      "-",
      "*",
      "/",
      ",",
      "2",
      ".5",
      '"',
      " ",
      "max",
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const found = rejection(pieces.join(""));
        if (typeof found === "string") expect(found).toMatch(/^t: /);
        else for (const cost of found) expect(cost).toBeGreaterThan(0);
      }),
    );
  });
});
