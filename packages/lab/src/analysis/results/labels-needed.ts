// How many labels a strategy saves: the first number of labels at which its mean error is as low as what random
// sampling reaches with the whole budget.
import type { DatasetCard } from "../../records/experiment.ts";
import { labelsToReach } from "../statistics/labels-to-reach.ts";
import type { Results } from "./results.ts";

/** The labels that the strategies need on one dataset. */
export interface LabelsNeeded {
  readonly dataset: DatasetCard;
  readonly target: number;
  /** By strategy key; null where the error is not reached. */
  readonly labels: ReadonlyMap<string, number | null>;
}

/** The strategy whose final error is the target: random sampling, or without it the reference. */
export function pacemaker({ strategies, reference }: Results): string {
  return strategies.find(({ key }) => key === "rand")?.key ?? reference.key;
}

/** For every dataset that the pacemaker ran on. */
export function labelsNeeded(results: Results): LabelsNeeded[] {
  const pace = pacemaker(results);
  return results.datasets.flatMap((dataset) => {
    const curve = results.cell(dataset.name, pace)?.curve.mean;
    if (curve === undefined) return [];
    const target = curve[curve.length - 1];
    const labels = results.strategies.flatMap(({ key }) => {
      const cell = results.cell(dataset.name, key);
      return cell === null ? [] : [[key, labelsToReach(cell.curve.mean, target)] as const];
    });
    return [{ dataset, target, labels: new Map(labels) }];
  });
}
