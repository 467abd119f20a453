// The reference against every other strategy on every dataset: the paper's one-sided test, and beyond it the typical
// difference with its interval, and two-sided p-values corrected for the number of tests.
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { type Difference, hodgesLehmann } from "../statistics/hodges-lehmann.ts";
import { holm } from "../statistics/holm.ts";
import { pairedP } from "../statistics/paired-p.ts";
import { significance } from "../statistics/summary.ts";
import { rankedStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";

/** One comparison. */
export interface Comparison {
  readonly dataset: DatasetCard;
  readonly strategy: StrategyCard;
  /** How many repetitions both have. */
  readonly repetitions: number;
  /** As in `Ranking`. */
  readonly significance: number;
  /** The p-value of "the reference is lower"; null where all areas are equal. */
  readonly pLess: number | null;
  readonly pGreater: number | null;
  /** Two-sided and corrected after Holm over all ranked comparisons of the experiment; null for others. */
  readonly pHolm: number | null;
  /** The marks that remain with `pHolm`, coded as `significance`; null where that is null. */
  readonly significanceHolm: number | null;
  /** The other's area minus the reference's, after Hodges and Lehmann: above zero where the reference is better. */
  readonly difference: Difference;
}

/** All comparisons that share a repetition, dataset by dataset. */
export function comparisonsOf(results: Results): Comparison[] {
  const { datasets, strategies, reference } = results;
  const rivals = strategies.filter((strategy) => strategy !== reference);
  const made = datasets.flatMap((dataset) => rivals.flatMap((strategy) => compare(results, dataset, strategy) ?? []));
  const ranked = new Set(rankedStrategies(results));
  const family = made.filter(({ strategy, twoSided }) => ranked.has(strategy) && twoSided !== null);
  const corrected = holm(family.map(({ twoSided }) => twoSided as number));
  const byComparison = new Map(family.map((comparison, i) => [comparison, corrected[i]]));
  return made.map((comparison) => {
    const { twoSided, ...rest } = comparison;
    const pHolm = byComparison.get(comparison) ?? null;
    return { ...rest, pHolm, significanceHolm: pHolm === null ? null : directed(rest, pHolm) };
  });
}

/** The largest number of repetitions that two strategies share on a dataset; 0 where nothing is compared. */
export function mostRepetitions(comparisons: readonly Comparison[]): number {
  return Math.max(0, ...comparisons.map(({ repetitions }) => repetitions));
}

/** A two-sided p-value as marks for the side that the one-sided tests favour. */
function directed({ pLess, pGreater }: Pick<Comparison, "pLess" | "pGreater">, p: number): number {
  const referenceFavoured = (pLess ?? 1) <= (pGreater ?? 1);
  return referenceFavoured ? significance(p, null) : significance(null, p);
}

function compare(
  { paired, reference }: Results,
  dataset: DatasetCard,
  strategy: StrategyCard,
): (Omit<Comparison, "pHolm" | "significanceHolm"> & { twoSided: number | null }) | null {
  const areas = paired(dataset.name, [reference.key, strategy.key]);
  if (areas === null) return null;
  const [own, other] = areas;
  const [pLess, pGreater] = [pairedP(own, other, "less"), pairedP(own, other, "greater")];
  return {
    dataset,
    strategy,
    repetitions: own.length,
    significance: significance(pLess, pGreater),
    pLess,
    pGreater,
    twoSided: pairedP(own, other),
    difference: hodgesLehmann(other, own),
  };
}
