// What the kernels that learn have learned: the weight of each member of the bank along the labels, averaged over the
// repetitions of a dataset.

import { meanOf } from "../../mean-of.ts";
import type { DatasetCard, StrategyCard, WeightsRecord } from "../../records/experiment.ts";
import { shownStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";

/** The mean weights of a strategy's kernel on one dataset. */
export interface LearnedWeights {
  readonly strategy: StrategyCard;
  readonly dataset: DatasetCard;
  readonly members: WeightsRecord["members"];
  readonly labels: readonly number[];
  /** One row per label count, one weight per member. */
  readonly rows: readonly (readonly number[])[];
}

/** All strategies and datasets whose runs have weights; label counts that every repetition has. */
export function learnedWeights(results: Results): LearnedWeights[] {
  return shownStrategies(results).flatMap((strategy) =>
    results.datasets.flatMap((dataset) => {
      const runs = (results.cell(dataset.name, strategy.key)?.records ?? []).flatMap(({ weights }) => weights ?? []);
      if (runs.length === 0) return [];
      const [{ members, labels: some }] = runs;
      const labels = some.filter((count) => runs.every((run) => run.labels.includes(count)));
      const rows = labels.map((count) => {
        const here = runs.map((run) => run.thousandths[run.labels.indexOf(count)]);
        return members.map((_, m) => meanOf(here.map((weights) => weights[m])) / 1000);
      });
      return labels.length === 0 ? [] : [{ strategy, dataset, members, labels, rows }];
    }),
  );
}

/** What members of a bank differ in. */
export const BANK_TRAITS = ["scale", "locality", "view"] as const;

/** A trait. */
export type BankTrait = (typeof BANK_TRAITS)[number];

/** The values of a trait in a bank, ascending; members without a view have none. */
export function bankValues(members: WeightsRecord["members"], of: BankTrait): number[] {
  return [...new Set(members.flatMap((member) => member[of] ?? []))].sort((a, b) => a - b);
}

/** The weight that members with a value of a trait carry together. */
export function weightOf(
  { members }: Pick<LearnedWeights, "members">,
  row: readonly number[],
  of: BankTrait,
  value: number,
): number {
  return members.reduce((sum, member, m) => sum + (member[of] === value ? row[m] : 0), 0);
}
