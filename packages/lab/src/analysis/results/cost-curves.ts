// Learning curves over what the labels cost, where the items of a dataset have label costs.
import type { RunRecord, StrategyCard } from "../../records/experiment.ts";
import { type MeanCurve, meanCurve } from "../statistics/mean-curve.ts";
import { overCost } from "../statistics/over-cost.ts";
import { rangeOf } from "./measures.ts";
import type { Results } from "./results.ts";

/** The curves of the strategies of one dataset, at equal steps of cost. */
export interface CostCurves {
  /** What is drawn: the mean cost of errors where these have costs, else the error. */
  readonly measure: "cost" | "error";
  /** The cost at the last step: the least that any run spent in all. */
  readonly total: number;
  readonly curves: readonly ({ readonly key: string } & MeanCurve)[];
}

/** The curves of a dataset over cost; null where its labels have no costs. */
export function costCurves(
  results: Results,
  dataset: string,
  strategies: readonly Pick<StrategyCard, "key">[],
): CostCurves | null {
  const found = strategies.flatMap(({ key }) => {
    const records = results.cell(dataset, key)?.records ?? [];
    return records.length > 0 && records.every(({ measures }) => measures?.spent !== undefined)
      ? [{ key, records }]
      : [];
  });
  if (found.length === 0) return null;
  const measure = found.every(({ records }) => records.every(({ measures }) => measures?.cost !== undefined))
    ? "cost"
    : "error";
  const valuesOf = ({ errors, measures }: RunRecord) => (measure === "cost" ? (measures?.cost ?? errors) : errors);
  const priced = found.flatMap(({ records }) =>
    records.map((record) => ({ values: valuesOf(record), spent: record.measures?.spent ?? [] })),
  );
  const { curves, total } = overCost(priced);
  let from = 0;
  return {
    measure,
    total,
    curves: found.map(({ key, records }) => {
      const own = curves.slice(from, from + records.length);
      from += records.length;
      return { key, ...meanCurve(own, rangeOf(measure)) };
    }),
  };
}
