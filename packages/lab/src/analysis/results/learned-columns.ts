// How much each column of a dataset counted for a kernel at the end of the runs: the mean over the repetitions in which
// column weights were learned, and where nine of ten of them lie.
import { meanOf } from "../../mean-of.ts";
import type { ColumnsRecord, DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { shownStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";

/** One column: 1 is as much as the mean of all columns of the dataset. */
export interface CountedColumn {
  readonly name: string;
  readonly weight: number;
  /** The 5th and the 95th percentile over the repetitions. */
  readonly low: number;
  readonly high: number;
}

/** The columns of a dataset, the heaviest first. */
export interface CountedColumns {
  readonly strategy: StrategyCard;
  readonly dataset: DatasetCard;
  /** In how many runs columns were weighed, and of how many. */
  readonly weighed: number;
  readonly runs: number;
  /** The mean share of the kernel that these weights made up, where columns were weighed. */
  readonly share: number;
  readonly columns: readonly CountedColumn[];
}

/** All strategies and datasets of which some run has weighed columns. */
export function countedColumns(results: Results): CountedColumns[] {
  return shownStrategies(results).flatMap((strategy) =>
    results.datasets.flatMap((dataset) => {
      const records = results.cell(dataset.name, strategy.key)?.records ?? [];
      const found = records.flatMap(({ columns }) => columns ?? []);
      if (found.length === 0) return [];
      const relative = found.map((run) => relativeWeights(run, dataset));
      const names = namesOf(found[0], dataset);
      const columns = names.map((name, c): CountedColumn => {
        const values = relative.map((weights) => weights[c]).sort((a, b) => a - b);
        return { name, weight: meanOf(values), low: percentile(values, 0.05), high: percentile(values, 0.95) };
      });
      columns.sort((a, b) => b.weight - a.weight);
      const share = meanOf(found.map((run) => run.share)) / 1000;
      return [{ strategy, dataset, weighed: found.length, runs: records.length, share, columns }];
    }),
  );
}

/**
 * The weight of each column relative to their mean. Feature columns count by their variance, so that the weight is that
 * of the squared difference that two rows have on average.
 */
function relativeWeights({ weights, variances }: ColumnsRecord, { columns }: DatasetCard): number[] {
  let next = 0;
  const own = widthsOf(weights.length, columns).map((width) => {
    const from = next;
    next += width;
    const counts = variances.slice(from, next);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return meanOf(weights.slice(from, next));
    return weights.slice(from, next).reduce((sum, weight, d) => sum + (weight * counts[d]) / total, 0);
  });
  const mean = meanOf(own);
  return own.map((weight) => weight / mean);
}

function namesOf({ weights }: ColumnsRecord, { columns }: DatasetCard): readonly string[] {
  if (columns !== undefined && isComplete(weights.length, columns)) return columns.map(({ name }) => name);
  return weights.map((_, d) => `column ${d + 1}`);
}

/** Without known columns each feature column is one. */
function widthsOf(featureCount: number, columns: DatasetCard["columns"]): number[] {
  if (columns === undefined || !isComplete(featureCount, columns)) return new Array<number>(featureCount).fill(1);
  return columns.map(({ features }) => features);
}

function isComplete(featureCount: number, columns: NonNullable<DatasetCard["columns"]>): boolean {
  return columns.reduce((sum, { features }) => sum + features, 0) === featureCount;
}

/** Of ascending values, the one below which this share of them lies. */
function percentile(values: readonly number[], share: number): number {
  return values[Math.round(share * (values.length - 1))];
}
