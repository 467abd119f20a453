// Ranks and means over several strategies need repetitions that all of them have. Where runs of one failed or are yet to
// come, those of all others shrink with it, and that must be said.
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import type { Results } from "./results.ts";

/** How many repetitions of a dataset all strategies have. */
export interface SharedRepetitions {
  readonly dataset: string;
  readonly has: number;
  /** The repetitions that any of the strategies has. */
  readonly of: number;
}

/** For each of some datasets. */
export function sharedRepetitions(
  { cell, paired }: Pick<Results, "cell" | "paired">,
  datasets: readonly Pick<DatasetCard, "name">[],
  strategies: readonly Pick<StrategyCard, "key">[],
): SharedRepetitions[] {
  const keys = strategies.map(({ key }) => key);
  return datasets.map(({ name }) => {
    const any = keys.flatMap((key) => cell(name, key)?.records.map(({ repetition }) => repetition) ?? []);
    return { dataset: name, has: paired(name, keys)?.[0].length ?? 0, of: new Set(any).size };
  });
}

/** Whether too few repetitions are shared for a rank: less than half of them. */
export function isLeftOut({ has, of }: SharedRepetitions): boolean {
  return has === 0 || 2 * has < of;
}

/** The datasets on which it is not all of them: "5 of 8 on iris, none of 8 on wine, which is left out"; empty where it is. */
export function fewerText(shared: readonly SharedRepetitions[]): string {
  return shared
    .filter(({ has, of }) => has < of)
    .map((one) => {
      const { dataset, has, of } = one;
      return `${has || "none"} of ${of} on ${dataset}${isLeftOut(one) ? ", which is left out" : ""}`;
    })
    .join(", ");
}
