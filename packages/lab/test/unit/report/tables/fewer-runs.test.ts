import { describe, expect, test } from "vitest";
import { runShares } from "../../../../src/analysis/results/run-shares.ts";
import type { Experiment, RunRecord } from "../../../../src/records/experiment.ts";
import { ranksData } from "../../../../src/report/data/data-files.ts";
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

const TABLES = ["aulc", "measures", "calibration", "labels"];

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
  test.each([...TABLES, "relative"])("has no note in the table %s where all runs are there", async (name) => {
    const { tables } = await parts(experiment(["xpal", "us", "rand"], () => false));
    const table = tables.get(name) as Table;
    expect(table.caption).not.toContain("of m runs");
    expect(JSON.stringify(table.groups)).not.toMatch(/\d of \d+ runs/);
    expect(JSON.stringify(table.groups)).toContain('"strong":true');
  });
  test("was the best strategy at a glance", async () => {
    const failing = page(await parts(experiment(["xpal", "us", "rand", "pal"], failedOfUs)));
    expect(failing).toContain("area of the best rival, PAL, compared with XPAL (geometric mean over 3 datasets)");
  });
  test("is no prior of the prior study", async () => {
    const variants = experiment(["xpal", "xpal1", "xpal-0.1", "rand"], ({ strategy, repetition }) => {
      return strategy === "xpal1" && repetition > 3;
    });
    const { tables } = await parts(variants);
    expect((tables.get("priors") as Table).columns.map(({ title }) => title)).toEqual(["Ranked among", "0.001", "0.1"]);
  });
  test("had a curve over fewer runs that nothing told from the others", async () => {
    const failing = page(await parts(experiment(["xpal", "us", "rand"], failedOfUs)));
    expect(failing).toContain(">us 5 of 6 runs</text>");
    expect(failing).toContain('"fewer":"5 of 6 runs"');
    expect(page(await parts(experiment(["xpal", "us", "rand"], () => false)))).not.toMatch(/\d of \d+ runs/);
  });
});

describe("ranks with a strategy that failed in nearly all runs", () => {
  const failing = experiment(["xpal", "us", "rand", "pal"], ({ strategy, dataset, repetition }) => {
    return strategy === "us" && (dataset !== "iris" || repetition > 1);
  });
  const note = "Not ranked, because more than a tenth of the runs are missing: US (1 of 18 runs).";

  test("are those of the others over all of their runs", async () => {
    const { rankings, overall, tables, relative } = await parts(failing);
    const others = await parts(experiment(["xpal", "rand", "pal"], () => false));
    const all = [rankings, overall, relative.map(({ changes, mean }) => [changes, mean])];
    expect(all).toEqual([others.rankings, others.overall, others.relative.map(({ changes, mean }) => [changes, mean])]);
    expect(tables.get("ranks-rbf")?.groups).toEqual(others.tables.get("ranks-rbf")?.groups);
  });
  test("leave the strategy its cells in the table of areas, and the page names it once", async () => {
    const made = await parts(failing);
    expect(cellsOf(made.tables.get("aulc") as Table, "US").map(({ beside }) => beside)).toContain("1 of 6 runs");
    expect(page(made).split(note)).toHaveLength(2);
  });
  test("count it among the unranked in ranks.json", async () => {
    const { results, rankings, overall, comparisons } = await parts(failing);
    const data = JSON.parse(JSON.stringify(ranksData(results, rankings, overall, comparisons)));
    expect(data.unranked).toEqual([{ strategy: "us", runs: 1, of: 18 }]);
    expect(data.groups.flatMap((group: { strategies: string[] }) => group.strategies)).not.toContain("us");
  });
  test("leave out a dataset on which the reference lacks most repetitions", async () => {
    const { rankings } = await parts(
      experiment(["xpal", "us", "rand"], ({ strategy, dataset, repetition }) => {
        return strategy === "xpal" && dataset === "iris" && repetition > 2;
      }),
    );
    expect(rankings[0].datasets.map(({ name }) => name)).toEqual(["wine"]);
  });
});

describe("ranks with a strategy of which one run failed", () => {
  const failing = experiment(["xpal", "us", "rand"], ({ strategy, dataset, repetition }) => {
    return strategy === "us" && dataset === "iris" && repetition === 6;
  });
  const shared = "over the repetitions that all ranked strategies have: 5 of 6 on iris";

  test("are over the shared repetitions, and the captions say so", async () => {
    const { tables } = await parts(failing);
    const { caption, data } = tables.get("ranks-rbf") as Table;
    expect(caption).toContain(`Ranks and their marks are ${shared}.`);
    expect(data.rows.map(([dataset, , , , repetitions]) => [dataset, repetitions])).toEqual([
      ...[0, 1, 2].map(() => ["iris", 5]),
      ...[0, 1, 2].map(() => ["wine", 6]),
    ]);
    expect(tables.get("relative")?.caption).toContain(shared);
  });
  test("and the page say so at the top and beside the diagram, and that failed runs will not come", async () => {
    const shown = page(await parts(failing));
    expect(shown).toContain("over 3 datasets, over the repetitions that all of them have<");
    expect(shown).toContain(`which cannot be told apart. Ranks and their marks are ${shared}.`);
    expect(shown).toContain("Incomplete: 53 of 54 runs are in; the others failed and will not come by themselves.");
  });
  test("have no note where all runs are there", async () => {
    const shown = page(await parts(experiment(["xpal", "us", "rand"], () => false)));
    expect(shown).not.toContain("that all ranked strategies have");
    expect(shown).not.toContain("that all of them have");
    expect(shown).not.toContain("Not ranked");
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
