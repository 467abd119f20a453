// Which strategies are ranked together. As in the paper, the baseline that knows all labels is left out, and so are
// variants of the reference that differ in their prior only: they have a comparison of their own.
import type { StrategyCard } from "../../records/experiment.ts";
import { knowsLabels } from "./knows-labels.ts";
import type { Results } from "./results.ts";

/** A strategy of the prior study. */
export interface PriorVariant {
  readonly strategy: StrategyCard;
  readonly prior: number;
}

/** The strategies that are ranked against each other, the reference first. */
export function rankedStrategies({ strategies, reference }: Results): StrategyCard[] {
  const variants = variantsOf(strategies).map(({ strategy }) => strategy);
  const rivals = strategies.filter((strategy) => strategy !== reference && !knowsLabels(strategy));
  const others = rivals.filter((strategy) => !variants.includes(strategy));
  return [reference, ...(variants.includes(reference) && others.length > 0 ? others : rivals)];
}

/** The strategies of tables and curves: the ranked ones, xPAL with prior 1 and the baseline, but not the whole prior study. */
export function shownStrategies(results: Results): StrategyCard[] {
  const ranked = rankedStrategies(results);
  return results.strategies.filter((one) => ranked.includes(one) || one.key === "xpal1" || knowsLabels(one));
}

/** xPAL with its priors, ascending; empty unless there are at least two. */
export function priorVariants({ strategies }: Results): PriorVariant[] {
  const variants = variantsOf(strategies);
  return variants.length < 2 ? [] : variants.sort((a, b) => a.prior - b.prior);
}

/** One strategy per prior. The reference is the first of all, so it stays; a later one with its prior is a rival. */
function variantsOf(strategies: readonly StrategyCard[]): PriorVariant[] {
  const variants = new Map<number, PriorVariant>();
  for (const strategy of strategies) {
    const prior = priorOf(strategy);
    if (prior !== null && !variants.has(prior)) variants.set(prior, { strategy, prior });
  }
  return [...variants.values()];
}

/** The prior of a variant of xPAL that uses the same at candidates and evaluation points, and differs in nothing else. */
function priorOf({ key, options }: StrategyCard): number | null {
  if (!/^xpal/i.test(key)) return null;
  const { evaluationPrior = key === "xpal" ? USUAL_PRIOR : null, candidatePrior = USUAL_PRIOR, ...others } = options;
  if (Object.keys(others).length > 0) return null; // a kernel, a batch or a measure is more than another prior
  return typeof evaluationPrior === "number" && evaluationPrior === candidatePrior ? evaluationPrior : null;
}

/** Both priors of xPAL where its options name none. */
const USUAL_PRIOR = 0.001;
