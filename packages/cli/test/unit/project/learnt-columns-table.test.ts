import { describe, expect, test } from "vitest";
import type { LearntColumn } from "../../../src/project/learnt-columns.ts";
import { learntColumnsTable } from "../../../src/project/learnt-columns-table.ts";
import { painter } from "../../../src/terminal/paint.ts";

const layout = { columns: 80, paint: painter(false) };
/** A column of weight 2 * relative: the mean of the weights is 2. */
const column = (name: string, relative: number, ignored = false): LearntColumn => ({
  ...{ columns: [name], kind: "numeric" as const, features: 1, relative, ignored },
  ...{ weight: 2 * relative, low: relative, high: 3 * relative },
});

describe("learntColumnsTable", () => {
  test("divides weights and ranges by the mean, and marks what is ignored", () => {
    const columns = [column("size", 1.8), column("mass", 0.18), column("hue", 0.02, true)];
    const lines = learntColumnsTable({ columns, fittedOn: 40, share: 0.25, metricShare: 0.6 }, layout);
    expect(lines).toEqual([
      "What counts, learnt from 40 labelled rows (1 is the mean of all columns):",
      "",
      "column  weight                        range",
      "size      1.80  ████████████████████  0.90 to 2.70",
      "mass      0.18  ██                    0.09 to 0.27",
      "hue       0.02                        0.01 to 0.03  ignored",
      "",
      "The range is that of five more fits, each without a fifth of these rows.",
      "Metrics learnt from the labels make up 60 % of the comparison, these weights 25 %.",
    ]);
  });

  test("shows twenty columns and counts the rest", () => {
    const columns = Array.from({ length: 23 }, (_, d) => column(`c${d}`, 1, d > 20));
    const lines = learntColumnsTable({ columns, fittedOn: 40, share: 1, metricShare: 1 }, layout);
    expect(lines.filter((line) => /^c\d/.test(line))).toHaveLength(20);
    expect(lines).toContain("and 3 columns of less weight, 2 ignored");
  });

  test("says the reason where there is nothing to show", () => {
    expect(learntColumnsTable({ columns: [], reason: "Too few." }, layout)).toEqual(["Too few."]);
  });
});
