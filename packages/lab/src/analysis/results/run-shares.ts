// Which values of a row are over the same runs. Where runs of a strategy failed, or an experiment is unfinished, its mean
// is over other repetitions than those beside it: a strategy that failed on the hard splits must not be the best for it.
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { knowsLabels } from "./knows-labels.ts";
import type { Results } from "./results.ts";

/** How many runs of a row a strategy has. */
export interface RunShare {
  readonly has: number;
  /** The runs that any strategy in competition has. */
  readonly of: number;
  /** Whether its value takes part in the choice of the best. */
  readonly compared: boolean;
}

/** The runs behind one value of a row, by names that are the same for all strategies. */
export interface RunsBehind {
  readonly names: readonly (string | number)[];
  /** Whether it can be the best at all; true by default. */
  readonly competes?: boolean;
}

/** For each value of a row; where only one could be compared, and others have runs too, none is. */
export function runShares(row: readonly RunsBehind[]): RunShare[] {
  const rivals = row.filter(({ names, competes = true }) => competes && names.length > 0);
  const all = new Set(rivals.flatMap(({ names }) => names));
  const has = row.map(({ names }) => new Set(names.filter((name) => all.has(name))).size);
  const isWhole = row.map(({ names, competes = true }, s) => competes && names.length > 0 && has[s] === all.size);
  const enough = isWhole.filter(Boolean).length >= Math.min(2, rivals.length);
  return row.map((_, s) => ({ has: has[s], of: all.size, compared: enough && isWhole[s] }));
}

/** The same for the areas of strategies on some datasets; a baseline that knows the labels does not compete. */
export function cellShares(
  { cell }: Pick<Results, "cell">,
  datasets: readonly Pick<DatasetCard, "name">[],
  strategies: readonly StrategyCard[],
): RunShare[] {
  return runShares(
    strategies.map((strategy) => ({
      names: datasets.flatMap(({ name }) => namesOf(name, cell(name, strategy.key)?.records ?? [])),
      competes: !knowsLabels(strategy),
    })),
  );
}

/** Runs of a dataset by names that no other dataset has. */
export function namesOf(dataset: string, runs: readonly { readonly repetition: number }[]): string[] {
  return runs.map(({ repetition }) => `${repetition} of ${dataset}`);
}

/** Whether a strategy has some of the runs of a row, but not all. */
export function lacksRuns({ has, of }: RunShare): boolean {
  return has > 0 && has < of;
}
