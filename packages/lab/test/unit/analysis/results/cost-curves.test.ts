import { FILE_COLOURS, lineStyles } from "@xpal/data/chart";
import { expect, test } from "vitest";
import { costCurves } from "../../../../src/analysis/results/cost-curves.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { curvesOverCost } from "../../../../src/report/figures/learning-curves.ts";
import { smallExperiment } from "./small-experiment.ts";

/** The small experiment with two labels on iris, which cost 2 each where xPAL asks and 1 each elsewhere. */
function pricedResults() {
  const experiment = smallExperiment({ strategies: ["xpal", "rand"], repetitions: 2, labels: 2 });
  const records = experiment.records.map((record) => {
    if (record.dataset !== "iris") return record;
    const price = record.strategy === "xpal" ? 2 : 1;
    return { ...record, errors: [0.5, 0.25, 0.125], measures: { spent: [0, price, 2 * price] } };
  });
  return resultsOf({ ...experiment, records });
}
const strategies = [{ key: "xpal" }, { key: "rand" }];

test("curves over cost are worked by hand: the dearer labels come later", () => {
  const found = costCurves(pricedResults(), "iris", strategies);
  // All could spend 2: at costs 0, 1 and 2 xPAL has 0, 0 and 1 label, the other 0, 1 and 2.
  expect(found).toMatchObject({ measure: "error", total: 2 });
  expect(found?.curves.map(({ key, mean }) => [key, [...mean]])).toEqual([
    ["xpal", [0.5, 0.5, 0.25]],
    ["rand", [0.5, 0.25, 0.125]],
  ]);
});

test("labels without costs have no curves over cost", () => {
  expect(costCurves(pricedResults(), "wine", strategies)).toBeNull();
});

test("the chart has the cost of the labels below", () => {
  const results = pricedResults();
  const styles = lineStyles(["xpal", "rand"], "xpal");
  const drawing = curvesOverCost(results, results.datasets[0], results.strategies, styles, FILE_COLOURS);
  expect(drawing?.body.markup).toContain("cost of the labels");
  expect(drawing?.label).toContain("over the cost of the labels");
  expect(curvesOverCost(results, results.datasets[1], results.strategies, styles, FILE_COLOURS)).toBeNull();
});
