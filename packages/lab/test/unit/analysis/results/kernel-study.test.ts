// What the report says of kernels: areas relative to the reference's, calibration, learned weights. Worked by hand.
import { describe, expect, test } from "vitest";
import { calibrations } from "../../../../src/analysis/results/calibration.ts";
import { comparisonsOf } from "../../../../src/analysis/results/comparisons.ts";
import { countedColumns } from "../../../../src/analysis/results/learned-columns.ts";
import { bankValues, learnedWeights, weightOf } from "../../../../src/analysis/results/learned-weights.ts";
import { relativeAreas } from "../../../../src/analysis/results/relative-areas.ts";
import { type Results, resultsOf } from "../../../../src/analysis/results/results.ts";
import type { Experiment, RunRecord } from "../../../../src/records/experiment.ts";
import { calibrationTable } from "../../../../src/report/tables/calibration-table.ts";
import { columnsTable } from "../../../../src/report/tables/columns-table.ts";
import { relativeByDatasetTable, relativeTable } from "../../../../src/report/tables/relative-tables.ts";
import { weightsTable } from "../../../../src/report/tables/weights-table.ts";
import { smallExperiment } from "./small-experiment.ts";

function changed(experiment: Experiment, change: (record: RunRecord) => Partial<RunRecord>): Results {
  return resultsOf({ ...experiment, records: experiment.records.map((one) => ({ ...one, ...change(one) })) });
}

/** US is a quarter better than xPAL on iris, equal on wine, a half worse on corral, in each of 12 repetitions. */
function thirds(): Results {
  const factor = { iris: 0.75, wine: 1, corral: 1.5 } as Record<string, number>;
  return changed(
    smallExperiment({ strategies: ["xpal", "us"], repetitions: 12 }),
    ({ dataset, strategy, repetition }) => ({
      aulc: (strategy === "us" ? factor[dataset] : 1) * (0.5 + repetition / 64),
    }),
  );
}

describe("areas relative to the reference's", () => {
  const results = thirds();
  const areas = relativeAreas(results, comparisonsOf(results));

  test("are changes of the mean, and the geometric mean of the ratios over the datasets", () => {
    const [{ strategy, changes, mean }] = areas;
    expect(areas).toHaveLength(1);
    expect(strategy.key).toBe("us");
    expect(changes.map(({ change }) => change)).toEqual([-0.25, 0, 0.5]);
    expect(mean).toBeCloseTo(Math.cbrt(0.75 * 1 * 1.5) - 1, 15);
  });

  test("are wins where the strategy's areas are smaller beyond doubt, equal ones ties, with Holm's correction too", () => {
    // 12 pairs of one sign: p = 1 / 4096, times three datasets below .001 still
    expect(areas[0].plain).toEqual({ wins: 1, ties: 1, losses: 1 });
    expect(areas[0].corrected).toEqual({ wins: 1, ties: 1, losses: 1 });
  });

  test("of a half and a double are no change together", () => {
    const both = changed(smallExperiment({ strategies: ["xpal", "us"], repetitions: 2 }), ({ dataset, strategy }) => ({
      aulc: strategy === "us" ? ({ iris: 0.25, wine: 1 }[dataset] ?? 0.5) : 0.5,
    }));
    expect(relativeAreas(both, comparisonsOf(both))[0].mean).toBeCloseTo(0, 15);
  });

  test("lose wins to Holm's correction where p is just below .001", () => {
    const ten = changed(smallExperiment({ strategies: ["xpal", "us"], repetitions: 10 }), (one) => ({
      aulc: (one.strategy === "us" ? 0.75 : 1) * (0.5 + one.repetition / 64),
    })); // p = 1 / 1024; times three it is not below .001, and no other outcome is possible
    const [{ plain, corrected }] = relativeAreas(ten, comparisonsOf(ten));
    expect(plain?.wins).toBe(3);
    expect(corrected).toBeNull();
  });

  test("are printed by strategy and by dataset", () => {
    const table = relativeTable(results, areas, null);
    expect(table.groups[0].rows[0].map(({ text }) => text)).toEqual([
      "US",
      "+4.0 %",
      "1 of 3",
      "1/1/1",
      "1/1/1",
      "–",
      "iris −25.0 %",
      "corral +50.0 %",
    ]);
    const { rows } = relativeByDatasetTable(results, areas).groups[0];
    expect(rows.map((row) => row[2].text)).toEqual(["−25.0 %†††", "0.0 %", "+50.0 %***"]);
  });
});

describe("calibration", () => {
  const record = (labels: number, hits: number) => ({
    labels,
    count: [0, 0, 0, 0, 0, 0, 0, 0, 10, 0],
    hits: [0, 0, 0, 0, 0, 0, 0, 0, hits, 0],
    confidence: [0, 0, 0, 0, 0, 0, 0, 0, 8.5, 0],
  });
  // iris: 6 then 8 of 10 right; wine: 10 of 10 right; corral has no bins
  const results = changed(smallExperiment({ strategies: ["xpal"], repetitions: 2 }), ({ dataset, repetition }) => {
    if (dataset === "corral") return {};
    if (dataset === "wine") return { reliability: [record(20, 10)] };
    return { reliability: [record(10, 5), record(20, 4 + 2 * repetition)] };
  });
  const found = calibrations(results);

  test("adds the bins of a dataset's repetitions and averages over the datasets", () => {
    expect(found.map(({ at, datasets }) => [at, datasets.length])).toEqual([
      [10, 1],
      ["end", 2],
    ]);
    const [early, end] = found;
    expect(early.error).toBeCloseTo(0.85 - 0.5, 12);
    expect(end.error).toBeCloseTo((0.85 - 0.7 + 0.15) / 2, 12); // iris too sure by .15, wine too modest by .15
    expect(end.overconfidence).toBeCloseTo(0, 12);
    expect(end.bins[8].hits).toBeCloseTo(0.85, 12);
  });

  test("names in its heads how many datasets have so many labels", () => {
    const { columns, groups } = calibrationTable(found);
    expect(columns.map(({ title }) => title)).toEqual(["Strategy", "10 labels (1 set)", "At the end", "Too sure by"]);
    expect(groups[0].rows[0].map(({ text }) => text)).toEqual(["XPAL", ".350", ".150", ".000"]);
  });

  test("had the baseline that knows the labels for its best", () => {
    const both = smallExperiment({ strategies: ["xpal", "greedyAll"], repetitions: 2 });
    const better = changed(both, ({ strategy }) => ({ reliability: [record(20, strategy === "xpal" ? 6 : 8)] }));
    const { groups } = calibrationTable(calibrations(better));
    expect(groups[0].rows.map(([, atEnd]) => [atEnd.text, atEnd.strong])).toEqual([
      [".250", true],
      [".050", false],
    ]);
  });
});

describe("learned weights", () => {
  const members = [0, 1].flatMap((locality) => [0.5, 1].map((scale) => ({ scale, locality })));
  const results = changed(smallExperiment({ strategies: ["xpal", "us"], repetitions: 2 }), (one) => {
    if (one.strategy === "xpal" || one.dataset !== "wine") return {};
    const thousandths =
      one.repetition === 1
        ? [
            [1000, 0, 0, 0],
            [400, 200, 400, 0],
          ]
        : [[0, 0, 0, 1000]];
    return { weights: { members, labels: one.repetition === 1 ? [10, 15] : [10], thousandths } };
  });
  const [weights, ...others] = learnedWeights(results);

  test("are means over the repetitions, at label counts that all have", () => {
    expect(others).toEqual([]);
    expect(weights.labels).toEqual([10]);
    expect(weights.rows).toEqual([[0.5, 0, 0, 0.5]]);
    expect(bankValues(members, "scale").map((value) => weightOf(weights, weights.rows[0], "scale", value))).toEqual([
      0.5, 0.5,
    ]);
    expect(weightOf(weights, [0.1, 0.2, 0.3, 0.4], "locality", 1)).toBeCloseTo(0.7, 12);
  });

  test("are printed in percent by scale and locality", () => {
    const { columns, groups, data } = weightsTable([weights]);
    expect(columns.map(({ title }) => title)).toEqual(["Dataset", "g = 1/2", "g = 1", "p = 0", "p = 1"]);
    expect(groups[0].rows[0].map(({ text }) => text)).toEqual(["wine", "50", "50", "50", "50"]);
    expect(data.rows).toHaveLength(4);
    expect(data.rows[3]).toEqual(["us", "wine", 10, "given", 1, 1, 0.5]);
  });
});

describe("what counts", () => {
  const experiment = smallExperiment({ strategies: ["xpal", "us"], repetitions: 4 });
  const columns = [
    { name: "size", features: 1 },
    { name: "colour", features: 2 },
  ];
  // US weighs columns of wine in three of four runs. Colour: (1 * 3/4 + 2 * 1/4) = 1.25 of the squared difference.
  const weighed = { 1: [5, 1, 2], 2: [1.25, 1, 2], 3: [11.25, 1, 2] } as Record<number, number[]>;
  const records = experiment.records.map((one) => {
    const weights = one.dataset === "wine" && one.strategy === "us" ? weighed[one.repetition] : undefined;
    if (weights === undefined) return one;
    return { ...one, columns: { fittedOn: 20, share: 500, weights, variances: [1, 0.75, 0.25] } };
  });
  const datasets = experiment.datasets.map((card) => (card.name === "wine" ? { ...card, columns } : card));
  const results = resultsOf({ ...experiment, datasets, records });

  test("is the mean over the runs that weighed columns, relative to the mean column, the heaviest first", () => {
    const [found, ...others] = countedColumns(results);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ weighed: 3, runs: 4, share: 0.5 });
    // Size 5 of a mean of 3.125, 1 of 1, 9/5 of 1: 1.6, 1, 1.8.
    expect(found.columns.map(({ name }) => name)).toEqual(["size", "colour"]);
    expect(found.columns[0].weight).toBeCloseTo((1.6 + 1 + 1.8) / 3, 14);
    expect(found.columns[0].low).toBeCloseTo(1, 14);
    expect(found.columns[0].high).toBeCloseTo(1.8, 14);
    expect(found.columns[1].weight).toBeCloseTo((0.4 + 1 + 0.2) / 3, 14);
  });

  test("is a table with the datasets as groups, and all columns as data", () => {
    const table = columnsTable(countedColumns(results));
    expect(table.groups[0].title).toBe("wine, US: weighed in 3 of 4 runs, 50 % of the kernel there");
    expect(table.groups[0].rows[0].map(({ text }) => text)).toEqual(["size", "1.47", "1.00", "1.80"]);
    expect(table.data.rows).toHaveLength(2);
  });

  test("of a dataset without known columns is told by their numbers", () => {
    const unnamed = resultsOf({ ...experiment, records });
    expect(countedColumns(unnamed)[0].columns.map(({ name }) => name)).toEqual(["column 1", "column 3", "column 2"]);
  });
});
