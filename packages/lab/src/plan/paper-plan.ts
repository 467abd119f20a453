// The experiment of the paper as a plan.
import { strategyNamed } from "@xpal/core";
import { checkInteger, checkParts, reject } from "@xpal/core/check";
import { PAPER_STRATEGIES, paperCard, paperKey } from "../paper/strategies/paper-settings.ts";
import type { Plan, PlannedDataset, PlannedStrategy } from "./plan.ts";

/** What may be chosen; the rest is the paper's. */
export interface PaperPlanOptions {
  readonly title?: string;
  readonly datasets: readonly PlannedDataset[];
  /** Whether the datasets are the paper's; true by default. */
  readonly paper?: boolean;
  /** The paper's seven, xPAL with prior 1 and the greedy baseline by default. */
  readonly strategies?: readonly string[];
  readonly repetitions: number;
  readonly budget: number;
}

/**
 * The paper's plan on the given datasets. xPAL is what the others are compared with, or the first one where xPAL is
 * left out.
 * @throws XpalError if a strategy is unknown or occurs twice, or a number is out of range.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * plan.strategies.map(({ title }) => title) // ["xPAL", "RAND"]
 */
export function paperPlan(options: PaperPlanOptions): Plan {
  checkParts("paperPlan", "options", options, "an object", ["datasets"]);
  const { title = "xPAL and its rivals", datasets, strategies = PAPER_STRATEGIES, repetitions, budget } = options;
  checkInteger("reproduce", "repetitions", repetitions, 1, 1000); // seeds of a re-split are 1000 apart
  checkInteger("reproduce", "budget", budget, 1);
  if (datasets.length === 0) reject("reproduce", "datasets", "must not be empty");
  if (strategies.length === 0) reject("reproduce", "strategies", "must not be empty");
  const twice = strategies.find((key, i) => strategies.indexOf(key) < i);
  if (twice !== undefined) reject("reproduce", "strategies", "must not name one twice", twice);
  const reference = strategies.includes("xpal") ? "xpal" : strategies[0];
  return {
    title,
    reference,
    repetitions,
    budget,
    paper: options.paper ?? true,
    measures: [],
    datasets: datasets.map((planned) => ({ ...planned, options: { ...planned.options, budget } })),
    strategies: strategies.map(paperPlanned),
  };
}

/**
 * xPAL with the other priors of the paper's study of priors.
 * @example PRIOR_STRATEGIES[0] // "xpal-0.0001"
 */
export const PRIOR_STRATEGIES = ["xpal-0.0001", "xpal-0.01", "xpal-0.1", "xpal-10"] as const;

/**
 * A strategy with the paper's settings, or xPAL with any prior as "xpal-PRIOR".
 * @throws XpalError if the key is unknown.
 */
export function paperPlanned(key: string): PlannedStrategy {
  const known = paperKey(key);
  if (known !== undefined) return { ...paperCard(known), key, source: { kind: "paper", key: known } };
  const prior = Number(/^xpal-([\d.]+(?:e-?\d+)?)$/.exec(key)?.[1]);
  if (!(prior > 0 && prior < Infinity)) {
    reject("reproduce", "strategies", `must be among ${PAPER_STRATEGIES.join(", ")} and xpal-PRIOR`, key);
  }
  const options = { evaluationPrior: prior, candidatePrior: prior };
  const { name, symbol } = strategyNamed("xpal");
  return { key, title: `${symbol}, prior ${prior}`, options, source: { kind: "library", name, options } };
}
