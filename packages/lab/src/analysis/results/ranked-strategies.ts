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
  const rivals = strategies.filter((strategy) => strategy !== reference && !knowsLabels(strategy));
  const others = rivals.filter(({ key, options }) => priorOf(key, options) === null);
  return [reference, ...(priorOf(reference.key, reference.options) !== null && others.length > 0 ? others : rivals)];
}

/** The strategies of tables and curves: the ranked ones, xPAL with prior 1 and the baseline, but not the whole prior study. */
export function shownStrategies(results: Results): StrategyCard[] {
  const ranked = rankedStrategies(results);
  return results.strategies.filter((one) => ranked.includes(one) || one.key === "xpal1" || knowsLabels(one));
}

/** xPAL with its priors, ascending; empty unless there are at least two. */
export function priorVariants({ strategies }: Results): PriorVariant[] {
  const variants = strategies.flatMap((strategy) => {
    const prior = priorOf(strategy.key, strategy.options);
    return prior === null ? [] : [{ strategy, prior }];
  });
  const distinct = new Map(variants.map((variant) => [variant.prior, variant]));
  return distinct.size < 2 ? [] : [...distinct.values()].sort((a, b) => a.prior - b.prior);
}

/** The prior of a variant of xPAL that uses the same at candidates and evaluation points. */
function priorOf(key: string, options: StrategyCard["options"]): number | null {
  if (!/^xpal/i.test(key)) return null;
  const { evaluationPrior, candidatePrior = evaluationPrior, kernel } = options;
  if (kernel !== undefined) return null; // another kernel than the dataset's is more than another prior
  if (evaluationPrior === undefined && candidatePrior === undefined && key === "xpal") return 0.001;
  return typeof evaluationPrior === "number" && evaluationPrior === candidatePrior ? evaluationPrior : null;
}
