// Who is bold: the best of those that are compared, all of them where they are equal.
import { describe, expect, test } from "vitest";
import type { RunRecord } from "../../../../src/records/experiment.ts";
import { reportParts } from "../../../../src/report/report-parts.ts";
import type { Table } from "../../../../src/report/tables/table.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

/** By strategy and repetition the one error that a run has after its first label. */
async function tablesOf(errors: Readonly<Record<string, readonly number[]>>): Promise<ReadonlyMap<string, Table>> {
  const strategies = Object.keys(errors);
  const repetitions = errors[strategies[0]].length;
  const experiment = smallExperiment({ strategies, repetitions, labels: 4 });
  const madeOf = (record: RunRecord): RunRecord => {
    const error = errors[record.strategy][record.repetition - 1];
    const curve = record.errors.map((_, t) => (t === 0 ? 1 : error));
    const reliability = [{ labels: 4, count: [20], hits: [20 - 20 * error], confidence: [20] }];
    return { ...record, errors: curve, aulc: error, measures: { balancedError: curve }, reliability };
  };
  const made = { ...experiment, records: experiment.records.map(madeOf) };
  return (await reportParts(made, { maps: false, paper: false })).tables;
}

/** The titles of the strategies that are bold in a table's first row, or, where strategies are rows, in any. */
function boldIn({ columns, groups }: Table): string[] {
  const rows = groups[0].rows;
  if (columns[0].title === "Strategy") {
    return rows.filter((row) => row.some(({ strong }) => strong)).map(([{ text }]) => text);
  }
  return columns.filter((_, c) => rows[0][c].strong).map(({ title }) => title);
}

describe.each(["aulc", "measures", "calibration", "labels", "relative"])("the table %s", (name) => {
  test("called a baseline that knows the labels the best where it equals the best", async () => {
    const tables = await tablesOf({ xpal: [0.5, 0.5], us: [0.25, 0.25], rand: [0.5, 0.5], greedyAll: [0.25, 0.25] });
    expect(boldIn(tables.get(name) as Table)).toContain("US");
    expect(boldIn(tables.get(name) as Table)).not.toContain("GREEDYALL (knows the labels)");
  });
  test("called one of two equal strategies the best, by the last digit of a sum", async () => {
    const tables = await tablesOf({ xpal: [0.5, 0.5], us: [0.2, 0.4], rand: [0.3, 0.3], pal: [0.5, 0.5] });
    expect(boldIn(tables.get(name) as Table)).toEqual(["US", "RAND"]);
  });
});
