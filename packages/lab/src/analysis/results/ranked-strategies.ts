// Which strategies are ranked together. As in the paper, the baseline that knows all labels is left out, and so are
// variants of the reference that differ in their prior only: they have a comparison of their own. A strategy that fails is
// left out as well: ranks are over the runs that all strategies share, and it would leave hardly any.
import type { StrategyCard } from "../../records/experiment.ts";
import { knowsLabels } from "./knows-labels.ts";
import type { Results } from "./results.ts";

/** A strategy of the prior study. */
export interface PriorVariant {
  readonly strategy: StrategyCard;
  readonly prior: number;
}

/** A strategy that lacks too many runs to be ranked. */
export interface UnrankedStrategy {
  readonly strategy: StrategyCard;
  readonly has: number;
  /** The runs that any strategy has. */
  readonly of: number;
}

/** The strategies that lack more than a tenth of the runs, in the experiment's order; never the reference. */
export function unrankedStrategies({ experiment, strategies, reference }: Results): UnrankedStrategy[] {
  const runs = new Map<string, Set<string>>();
  const all = new Set<string>();
  for (const { dataset, strategy, repetition } of experiment.records) {
    const run = JSON.stringify([dataset, repetition]);
    runs.set(strategy, (runs.get(strategy) ?? new Set()).add(run));
    all.add(run);
  }
  return experiment.strategies.flatMap((card) => {
    const has = runs.get(card.key)?.size ?? 0;
    const missing = all.size - has;
    if (card.key === reference.key || 10 * missing <= all.size) return [];
    return [{ strategy: strategies.find(({ key }) => key === card.key) ?? card, has, of: all.size }];
  });
}

/** The sentence that names them; empty where there are none. */
export function unrankedText(unranked: readonly UnrankedStrategy[]): string {
  if (unranked.length === 0) return "";
  const names = unranked.map(({ strategy: { title }, has, of }) => `${title} (${has} of ${of} runs)`);
  return `Not ranked, because more than a tenth of the runs are missing: ${names.join(", ")}. Ranks, changes and corrected tests are over the other strategies.`;
}

/** The strategies that are ranked against each other, the reference first. */
export function rankedStrategies(results: Results): StrategyCard[] {
  return rankedAmong(withoutUnranked(results), results.reference);
}

/** The strategies of tables and curves: the ranked ones, those that failed, xPAL with prior 1 and the baseline, but not the whole prior study. */
export function shownStrategies({ strategies, reference }: Results): StrategyCard[] {
  const ranked = rankedAmong(strategies, reference);
  return strategies.filter((one) => ranked.includes(one) || one.key === "xpal1" || knowsLabels(one));
}

/** xPAL with its priors, ascending; empty unless there are at least two. */
export function priorVariants(results: Results): PriorVariant[] {
  const variants = variantsOf(withoutUnranked(results));
  return variants.length < 2 ? [] : variants.sort((a, b) => a.prior - b.prior);
}

function rankedAmong(strategies: readonly StrategyCard[], reference: StrategyCard): StrategyCard[] {
  const variants = variantsOf(strategies).map(({ strategy }) => strategy);
  const rivals = strategies.filter((strategy) => strategy !== reference && !knowsLabels(strategy));
  const others = rivals.filter((strategy) => !variants.includes(strategy));
  return [reference, ...(variants.includes(reference) && others.length > 0 ? others : rivals)];
}

function withoutUnranked(results: Results): StrategyCard[] {
  const unranked = unrankedStrategies(results).map(({ strategy }) => strategy);
  return results.strategies.filter((strategy) => !unranked.includes(strategy));
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
