import { describe, expect, test } from "vitest";
import { compareWithPaper } from "./compare.ts";

/** The paper's iris row for some strategies, with changes. */
function iris(changes: Record<string, object> = {}) {
  const printed = {
    xpal: { mean: 0.0842, std: 0.0221, significance: 0 },
    us: { mean: 0.199, std: 0.096, significance: 3 },
    qbc: { mean: 0.099, std: 0.024, significance: 3 },
    mine: { mean: 0.5, std: 0.1, significance: 0 },
  };
  const cells = Object.fromEntries(Object.entries(printed).map(([key, cell]) => [key, { ...cell, ...changes[key] }]));
  return { rows: [{ dataset: "iris", cells }] };
}

const failing = (changes: Record<string, object>) =>
  compareWithPaper(iris(changes))
    .verdicts.filter(({ holds }) => !holds)
    .map(({ rule }) => rule.split(":")[0]);

describe("the comparison with the paper", () => {
  test("finds nothing where all rounds to what is printed, and passes over what the paper does not print", () => {
    const { compared, differences, verdicts } = compareWithPaper(iris());
    expect([compared, differences]).toEqual([3, []]);
    expect(verdicts.every(({ holds }) => holds)).toBe(true);
  });

  test("names a cell whose third digit differs", () => {
    const { differences } = compareWithPaper(iris({ xpal: { mean: 0.0846 } }));
    expect(differences).toMatchObject([{ dataset: "iris", strategy: "xpal", what: ["mean"] }]);
  });

  test("holds US to .003, QBC to two standard errors, and marks to their share", () => {
    expect(failing({ us: { mean: 0.2021 } })).toEqual(["us"]); // bias only
    expect(failing({ us: { mean: 0.2031 } })).toEqual(["us", "us"]);
    expect(failing({ qbc: { significance: 2 } })).toEqual(["significance marks"]);
  });
});
