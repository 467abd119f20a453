import type { LearnedColumn, LearnedColumns } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { learnedColumnsTable } from "../../../src/project/learned-columns-table.ts";
import { painter } from "../../../src/terminal/paint.ts";

const layout = { columns: 80, paint: painter(false) };
/** A column of weight 2 * relative: the mean of the weights is 2. */
const column = (name: string, relative: number, ignored = false): LearnedColumn => ({
  ...{ columns: [name], kind: "numeric" as const, features: 1, relative, ignored },
  ...{ weight: 2 * relative, low: relative, high: 3 * relative },
  ...{ verdict: "unknown", without: 0, pinned: false },
});
const learned = (columns: readonly LearnedColumn[], more: Partial<LearnedColumns> = {}): LearnedColumns => ({
  ...{ state: "learned", columns, unused: [], fittedOn: 40, share: 0.25, metricShare: 0.6 },
  ...more,
});

describe("learnedColumnsTable", () => {
  test("divides weights and ranges by the mean, and marks what is ignored", () => {
    const columns: LearnedColumn[] = [
      { ...column("size", 1.8), verdict: "counts", pinned: true },
      column("mass", 0.18),
      column("hue", 0.02, true),
    ];
    const unused = [
      { name: "key", why: "id" },
      { name: "note", why: "ignored" },
      { name: "photo", why: "image" },
      { name: "unit", why: "constant" },
    ] as const;
    const lines = learnedColumnsTable(learned(columns, { unused }), layout);
    expect(lines).toEqual([
      "What counts, learned from 40 labelled rows (1 is the mean of all columns):",
      "",
      "column  weight                        range         the labels say",
      "size      1.80  ████████████████████  0.90 to 2.70  counts; pinned",
      "mass      0.18  ██                    0.09 to 0.27  not yet known",
      "hue       0.02                        0.01 to 0.03  ignored",
      "",
      "The range is that of six fits, five of them without a fifth of these rows; the weight is what they agree on.",
      "Metrics learned from the labels make up 60 % of the comparison, these weights 25 %.",
      "Not compared: ignored: note; ids: key; described by embeddings: photo; the same in every row: unit.",
    ]);
  });

  test("shows twenty columns and counts the rest", () => {
    const columns = Array.from({ length: 23 }, (_, d) => column(`c${d}`, 1, d > 20));
    const lines = learnedColumnsTable(learned(columns), layout);
    expect(lines.filter((line) => /^c\d/.test(line))).toHaveLength(20);
    expect(lines).toContain("and 3 columns of less weight, 2 ignored");
  });

  test("says the reason where there is nothing to show", () => {
    const none = (more: Partial<LearnedColumns>) => learnedColumnsTable({ ...learned([]), ...more }, layout);
    expect(none({ state: "few", needed: { labels: 10, perClass: 3 } })).toEqual([
      "Columns count alike until at least 10 rows are labelled, and at least 3 for each class seen.",
    ]);
    expect(none({ state: "unweighed", reason: "it needs at most 512 columns" })).toEqual([
      "No column is weighed: it needs at most 512 columns.",
    ]);
    expect(none({ state: "fixed" })).toEqual(["Columns count as they are given: only --kernel learned weighs them."]);
  });
});
