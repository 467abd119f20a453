import { describe, expect, test } from "vitest";
import { runShares } from "../../../../src/analysis/results/run-shares.ts";
import type { Experiment, RunRecord } from "../../../../src/records/experiment.ts";
import { page } from "../../../../src/report/page.ts";
import { reportParts } from "../../../../src/report/report-parts.ts";
import type { Table, TableCell } from "../../../../src/report/tables/table.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

const LABELS = 4;

/** US is far off on its last repetition and the best on all others; all values of a run are the same. */
function madeOf(record: RunRecord): RunRecord {
  const { strategy, repetition } = record;
  const error = strategy === "us" ? (repetition === 6 ? 1 : 0.125) : strategy === "rand" ? 0.375 : 0.25;
  const errors = Array.from({ length: LABELS + 1 }, (_, t) => (t === 0 ? 1 : error));
  return {
    ...record,
    errors,
    aulc: error,
    measures: { balancedError: errors },
    reliability: [{ labels: LABELS, count: [20], hits: [20 - 20 * error], confidence: [20] }],
  };
}

function experiment(strategies: readonly string[], failed: (record: RunRecord) => boolean): Experiment {
  const whole = smallExperiment({ strategies, repetitions: 6, labels: LABELS });
  return { ...whole, records: whole.records.filter((record) => !failed(record)).map(madeOf) };
}

const failedOfUs = ({ strategy, repetition }: RunRecord) => strategy === "us" && repetition === 6;
const parts = (of: Experiment) => reportParts(of, { maps: false, paper: false });

/** The cells of a table in which a strategy has its column or, where strategies are rows, its row. */
function cellsOf({ columns, groups }: Table, title: string): TableCell[] {
  const column = columns.findIndex((one) => one.title === title);
  const rows = groups.flatMap((group) => group.rows);
  return column >= 0 ? rows.map((row) => row[column]) : rows.filter(([head]) => head.text === title).flat();
}

const TABLES = ["aulc", "measures", "calibration", "labels", "relative"];

describe("a strategy of which runs failed", () => {
  test.each(TABLES)("was the best of the table %s by a mean over other repetitions", async (name) => {
    const { tables } = await parts(experiment(["xpal", "us", "rand", "pal"], failedOfUs));
    const table = tables.get(name) as Table;
    const own = cellsOf(table, "US");
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter(({ strong }) => strong)).toEqual([]);
    expect(own.some(({ beside }) => /\b(5 of 6|15 of 18) runs/.test(beside ?? ""))).toBe(true);
    expect(table.caption).toContain("“n of m runs”: the strategy lacks runs that others have");
    expect(cellsOf(table, "PAL").some(({ strong }) => strong)).toBe(true);
  });
  test.each(TABLES)("has no note in the table %s where all runs are there", async (name) => {
    const { tables } = await parts(experiment(["xpal", "us", "rand"], () => false));
    const table = tables.get(name) as Table;
    expect(table.caption).not.toContain("of m runs");
    expect(JSON.stringify(table.groups)).not.toMatch(/\d of \d+ runs/);
    expect(JSON.stringify(table.groups)).toContain('"strong":true');
  });
  test("was the best strategy at a glance", async () => {
    const failing = page(await parts(experiment(["xpal", "us", "rand", "pal"], failedOfUs)));
    expect(failing).not.toContain("area of US against");
    expect(failing).toContain("area of PAL against");
  });
  test("had the best prior among the other strategies", async () => {
    const variants = experiment(["xpal", "xpal1", "xpal-0.1", "rand"], ({ strategy, repetition }) => {
      return strategy === "xpal1" && repetition > 3;
    });
    const { tables } = await parts(variants);
    const [among] = (tables.get("priors") as Table).groups[0].rows;
    expect(among.slice(1).map(({ strong, beside }) => [strong, beside])).toEqual([
      [true, undefined],
      [true, undefined],
      [false, "6 of 12 runs"],
    ]);
  });
  test("had a curve over fewer runs that nothing told from the others", async () => {
    const failing = page(await parts(experiment(["xpal", "us", "rand"], failedOfUs)));
    expect(failing).toContain(">us 5 of 6 runs</text>");
    expect(failing).toContain('"fewer":"5 of 6 runs"');
    expect(page(await parts(experiment(["xpal", "us", "rand"], () => false)))).not.toMatch(/\d of \d+ runs/);
  });
});

describe("ranks with a strategy of which runs failed", () => {
  const failing = experiment(["xpal", "us", "rand"], ({ strategy, repetition, dataset }) => {
    return strategy === "us" && (dataset === "corral" || repetition > (dataset === "iris" ? 4 : 2));
  });
  const shared = "over the repetitions that all ranked strategies have: 4 of 6 on iris, 2 of 6 on wine";

  test("were over fewer repetitions of all strategies without a word", async () => {
    const { tables, rankings, overall } = await parts(failing);
    const { caption, data } = tables.get("ranks-rbf") as Table;
    expect(caption).toContain(`Ranks and their marks are ${shared}.`);
    expect(caption).toContain("With 4 repetitions no p-value can be below 1/16"); // and not with 6
    expect(data.rows.map(([dataset, , , , repetitions]) => [dataset, repetitions])).toEqual([
      ...[0, 1, 2].map(() => ["iris", 4]),
      ...[0, 1, 2].map(() => ["wine", 2]),
    ]);
    expect(tables.get("relative")?.caption).toContain(shared);
    expect([rankings.map(({ kernel }) => kernel), overall]).toEqual([["rbf"], null]); // none on corral
  });
  test("and the page say so at the top and beside the diagram, and that failed runs will not come", async () => {
    const shown = page(await parts(failing));
    expect(shown).toContain("over 2 datasets, over the repetitions that all of them have<");
    expect(shown).toContain(`which cannot be told apart. Ranks and their marks are ${shared}.`);
    expect(shown).toContain("Incomplete: 42 of 54 runs are in; the others failed and will not come by themselves.");
    expect(shown).toContain("ranks those that all ranked strategies have.");
  });
  test("have no note where all runs are there", async () => {
    const shown = page(await parts(experiment(["xpal", "us", "rand"], () => false)));
    expect(shown).not.toContain("that all ranked strategies have");
    expect(shown).not.toContain("that all of them have");
  });
});

describe("the strategies of a row", () => {
  const compared = (...row: Parameters<typeof runShares>[0]) => runShares(row).map((share) => share.compared);
  test("are all compared where they have the same runs, and one alone is the best of its row", () => {
    expect(compared({ names: [1, 2] }, { names: [2, 1] }, { names: [] })).toEqual([true, true, false]);
    expect(compared({ names: [1] })).toEqual([true]);
  });
  test("are not compared where only one has all runs, as the first of an unfinished experiment", () => {
    expect(compared({ names: [1, 2] }, { names: [1] }, { names: [1] })).toEqual([false, false, false]);
  });
  test("are compared by the runs of those that can be the best", () => {
    const baseline = { names: [1, 2, 3], competes: false };
    expect(compared({ names: [1, 2] }, { names: [1, 2] }, baseline)).toEqual([true, true, false]);
  });
});
