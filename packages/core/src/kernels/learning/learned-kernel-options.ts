// What the learned kernel may be told, checked on entry.
import { checkInteger, checkOneOf, checkOptions, reject } from "../../check.ts";
import { checkNumbers, checkPositive } from "../../check-numbers.ts";
import { checkKernel, type Kernel } from "../kernel.ts";
import type { MetricName } from "./learned-metrics.ts";

/** A way of looking at the features that no label changes. */
export type ViewName = "given" | "decorrelated" | "ranks";

/** What is learned, from what, and when; everything but the base kernel has a default. */
export interface LearnedKernelOptions {
  /** The kernel to start from. */
  readonly base: Kernel;
  /** Scales g; 1/16 to 2 by octaves by default. */
  readonly scales?: readonly number[];
  /** Locality exponents p in the views; 0 and 1 by default, only 0 for the cosine kernel. Metrics have 0. */
  readonly localities?: readonly number[];
  /** Which neighbour's distance measures the local spread; the 20th by default. */
  readonly neighbour?: number;
  /** From how many labelled items on the weights are learned, at the earliest; 6 by default. */
  readonly from?: number;
  /** How many labelled items per class seen it takes; 3 by default, and one more from 8 classes on. */
  readonly perClass?: number;
  /** a: how many pseudo-labels follow the class shares; 0.1 by default. */
  readonly shareWeight?: number;
  /** Width, in octaves, of the prior that favours scales near 1; 1 by default. */
  readonly scaleWidth?: number;
  /** Which views take part; all by default. "given" is always one of them. */
  readonly views?: readonly ViewName[];
  /** Which metrics are learned, a forest among them; all by default. */
  readonly metrics?: readonly MetricName[];
  /** Views and metrics that hold a smaller share of the weight are not used; 0.1 by default. */
  readonly leastShare?: number;
  /** Width of the prior on the logarithm of a feature weight; 1 by default. */
  readonly weightWidth?: number;
  /** Width of the prior on an entry of the full metric; 0.3 by default. */
  readonly metricWidth?: number;
  /** How many steps a fit takes; 30 by default. */
  readonly steps?: number;
  /** At how many labelled items metrics are fitted, ascending. */
  readonly fitAt?: readonly number[];
  /** How many answers after its fit a metric is used; 2 by default. */
  readonly delay?: number;
  /**
   * Columns, the groups of a product side by side, that metrics may only make count more than the base kernel does; none
   * by default. In the full metric this is the diagonal, so that a difference in such a column alone counts at least as much.
   */
  readonly pinned?: readonly number[];
  /** Added to the diagonal of the correlations that the decorrelated view takes out; 0.1 by default. */
  readonly shrinkage?: number;
}

/** The options with their defaults. */
export type LearnedKernelSettings = Required<LearnedKernelOptions>;

const VIEWS: readonly ViewName[] = ["given", "decorrelated", "ranks"];
const METRICS: readonly MetricName[] = ["weights", "rankWeights", "full", "partWeights", "forest"];
const FIT_AT = [8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 75, 90, 110, 135, 165, 200, 250, 300, 400];
/** Beyond these bounds distances, evidence or penalties would leave the range of doubles, or fits take hours. */
const MAX_LOCAL = 10;
const MIN_WIDTH = 1e-6;
const MAX_STEPS = 1000;
const MAX_FITTED = 1000;

const OPTIONS = [
  ...["base", "scales", "localities", "neighbour", "from", "perClass", "shareWeight", "scaleWidth", "views", "metrics"],
  ...["leastShare", "weightWidth", "metricWidth", "steps", "fitAt", "delay", "pinned", "shrinkage"],
];

/** The options, checked, with their defaults. */
export function learnedKernelSettings(options: LearnedKernelOptions): LearnedKernelSettings {
  checkOptions("learnedKernel", options ?? null, OPTIONS);
  const { base } = options;
  checkKernel("learnedKernel", "base", base);
  if (base.stateAt !== undefined)
    reject("learnedKernel", "base", "must be a kernel that does not learn itself", base.name);
  const settings = withDefaults(options);
  checkNumbers("learnedKernel", "scales", settings.scales);
  checkNumbers("learnedKernel", "localities", settings.localities);
  for (const scale of settings.scales) checkPositive("learnedKernel", "scales", scale);
  for (const locality of settings.localities) checkRange("localities", locality, 0, MAX_LOCAL);
  for (const list of ["scales", "localities", "views"] as const) {
    if (settings[list].length === 0) reject("learnedKernel", list, "must not be empty", 0);
  }
  checkInteger("learnedKernel", "neighbour", settings.neighbour, 1);
  checkInteger("learnedKernel", "from", settings.from, 2);
  checkInteger("learnedKernel", "perClass", settings.perClass, 0);
  for (const width of ["shareWeight", "scaleWidth", "weightWidth", "metricWidth", "shrinkage"] as const) {
    checkRange(width, settings[width], MIN_WIDTH, 1 / MIN_WIDTH);
  }
  checkRange("leastShare", settings.leastShare, 0, 1);
  checkInteger("learnedKernel", "steps", settings.steps, 1, MAX_STEPS);
  checkInteger("learnedKernel", "delay", settings.delay, 0);
  checkSchedule(settings.fitAt);
  checkPinned(settings.pinned);
  return {
    ...settings,
    pinned: Object.freeze([...new Set(settings.pinned)].sort((a, b) => a - b)),
    scales: Object.freeze([...settings.scales]),
    localities: Object.freeze([...settings.localities]),
    fitAt: Object.freeze([...settings.fitAt]),
    views: Object.freeze([...settings.views]),
    metrics: Object.freeze([...settings.metrics]),
  };
}

function withDefaults(options: LearnedKernelOptions): LearnedKernelSettings {
  const { base, views = VIEWS, metrics = METRICS } = options;
  return {
    base,
    scales: options.scales ?? [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2],
    localities: options.localities ?? (base.name === "cosine" ? [0] : [0, 1]),
    neighbour: options.neighbour ?? 20,
    from: options.from ?? 6,
    perClass: options.perClass ?? 3,
    shareWeight: options.shareWeight ?? 0.1,
    scaleWidth: options.scaleWidth ?? 1,
    views: chosen("views", VIEWS, views, ["given"]),
    metrics: chosen("metrics", METRICS, metrics, []),
    leastShare: options.leastShare ?? 0.1,
    weightWidth: options.weightWidth ?? 1,
    metricWidth: options.metricWidth ?? 0.3,
    steps: options.steps ?? 30,
    fitAt: options.fitAt ?? FIT_AT,
    delay: options.delay ?? 2,
    pinned: options.pinned ?? [],
    shrinkage: options.shrinkage ?? 0.1,
  };
}

/** The names that were chosen, each once, in the library's order. */
function chosen<T extends string>(argument: string, all: readonly T[], names: unknown, always: readonly T[]): T[] {
  if (!Array.isArray(names)) reject("learnedKernel", argument, "must be a list", names);
  for (const name of names) checkOneOf("learnedKernel", argument, name, all);
  return all.filter((name) => names.includes(name) || always.includes(name));
}

function checkSchedule(fitAt: unknown): void {
  if (!Array.isArray(fitAt)) reject("learnedKernel", "fitAt", "must be a list of numbers of labelled items", fitAt);
  fitAt.forEach((count, at) => {
    checkInteger("learnedKernel", `fitAt[${at}]`, count, 2, MAX_FITTED);
    if (at > 0 && count <= fitAt[at - 1])
      reject("learnedKernel", `fitAt[${at}]`, "must be above the one before", count);
  });
}

function checkPinned(pinned: unknown): void {
  if (!Array.isArray(pinned)) reject("learnedKernel", "pinned", "must be a list of column numbers", pinned);
  pinned.forEach((column, at) => {
    checkInteger("learnedKernel", `pinned[${at}]`, column, 0);
  });
}

function checkRange(argument: string, value: unknown, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  reject("learnedKernel", argument, `must be a number from ${least} to ${most}`, value);
}
