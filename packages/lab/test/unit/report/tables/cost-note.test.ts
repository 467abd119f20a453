// Where errors have costs, decisions are the cheapest ones, and a strategy that errs more often may cost less.
import { describe, expect, test } from "vitest";
import type { Experiment, RunRecord } from "../../../../src/records/experiment.ts";
import { page } from "../../../../src/report/page.ts";
import { reportParts } from "../../../../src/report/report-parts.ts";
import { smallExperiment } from "../../analysis/results/small-experiment.ts";

const NOTE = "Errors have costs on wine: decisions are the cheapest ones there, while every error counts as one here";

function withMeasures(measures: (record: RunRecord) => RunRecord["measures"]): Experiment {
  const experiment = smallExperiment({ strategies: ["xpal", "us", "rand"] });
  return { ...experiment, records: experiment.records.map((record) => ({ ...record, measures: measures(record) })) };
}
const parts = (of: Experiment) => reportParts(of, { maps: false, paper: false });
const costsOfWine = withMeasures(({ dataset, errors }) => {
  return { cost: dataset === "wine" ? errors.map((error) => 5 * error) : errors };
});

describe("a report of a dataset with costs", () => {
  test("compared errors in all main tables without a word on their costs", async () => {
    const { tables } = await parts(costsOfWine);
    for (const name of ["aulc", "relative", "relative-by-dataset", "ranks-rbf", "differences", "labels"]) {
      expect([name, tables.get(name)?.caption]).toEqual([name, expect.stringContaining(NOTE)]);
    }
    for (const name of ["ranks-hamming", "measures", "times"]) {
      expect(tables.get(name)?.caption).not.toContain("Errors have costs");
    }
  });
  test("says so at the top, where the tiles are", async () => {
    expect(page(await parts(costsOfWine))).toContain(`<li>${NOTE}`);
  });
  test("says nothing where every error costs 1, or no cost is measured", async () => {
    expect(page(await parts(withMeasures(({ errors }) => ({ cost: errors }))))).not.toContain("Errors have costs");
    expect(page(await parts(withMeasures(() => ({}))))).not.toContain("Errors have costs");
  });
});

test("what was spent on labels made the cheapest strategy the best in bold", async () => {
  const spending = withMeasures(({ errors, strategy }) => {
    const price = strategy === "rand" ? 1 : 2;
    return { spent: errors.map((_, t) => price * t), balancedError: errors };
  });
  const groups = (await parts(spending)).tables.get("measures")?.groups ?? [];
  expect(groups.map(({ title, rows }) => [title, rows.flat().some(({ strong }) => strong)])).toEqual([
    ["cost of the labels (what was spent, neither good nor bad)", false],
    ["balanced error (lower is better)", true],
  ]);
});

test("the setting gave one budget, though a dataset had another", async () => {
  const experiment = smallExperiment({ strategies: ["xpal", "us"], labels: 20 });
  expect(page(await parts(experiment))).toContain("<dt>Budget</dt><dd>20 labels</dd>");
  const records = experiment.records.map((record) =>
    record.dataset === "wine" ? { ...record, picks: [...record.picks, 20, 21, 22, 23, 24] } : record,
  );
  expect(page(await parts({ ...experiment, records }))).toContain(
    "<dd>20 labels; by a budget of its own or the size of the training part 25 on wine</dd>",
  );
});
