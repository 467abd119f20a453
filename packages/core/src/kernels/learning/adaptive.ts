// A kernel that learns: the paper's bandwidth never looks at a label; here the labels weigh a bank of scales and local
// scalings. Before there are enough labels it is the base kernel. What it is at some labels depends on these alone, so
// undo and reading back repeat it. docs/guide/adaptive.md explains it and gives the evidence.
import { checkInteger, checkOptions, refuse } from "../../check.ts";
import { checkNumbers, checkPositive } from "../../check-numbers.ts";
import type { Features } from "../../features.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import { checkKernel, type Kernel } from "../kernel.ts";
import { evidence, logOfSum, softmax } from "./evidence.ts";
import { type BankMember, type KernelBank, kernelBank } from "./kernel-bank.ts";
import { type LearntState, learntOfOne } from "./learnt.ts";
import { LeftOut } from "./left-out.ts";
import { mixture } from "./mixture.ts";

/** The bank and how its weights are learnt. */
export interface AdaptiveOptions {
  /** The kernel to start from. */
  readonly base: Kernel;
  /** Scales g; 1/4, 1/2, 1, 2 and 4 by default. */
  readonly scales?: readonly number[];
  /** Locality exponents p; 0, 1/2 and 1 by default, only 0 for the cosine kernel. */
  readonly localities?: readonly number[];
  /** Which neighbour's distance measures the local spread; the 20th by default. */
  readonly neighbour?: number;
  /** From how many labelled items on the weights are learnt; 6 by default. */
  readonly from?: number;
  /** a: how many pseudo-labels follow the class shares; 0.1 by default. */
  readonly shareWeight?: number;
  /** Width, in octaves, of the prior that favours scales near 1; 1 by default. */
  readonly scaleWidth?: number;
  /** Whether to mix all members (the default) or to take the single best one. */
  readonly choose?: "mixture" | "best";
}

/** The adaptive kernel with its options. */
export interface AdaptiveKernel extends Kernel {
  readonly base: Kernel;
  readonly members: readonly BankMember[];
  readonly from: number;
  readonly neighbour: number;
  stateAt(pool: Features, labels: Labels): LearntState;
  /** The score of each member at these labels (see `evidence`), or null while the base kernel is used. */
  scoresAt(pool: Features, labels: Labels): Float64Array | null;
  /** The weight of each member at these labels, or null while the base kernel is used. */
  weightsAt(pool: Features, labels: Labels): Float64Array | null;
  /** The same from an item's leave-one-out frequencies under each member, for callers that leave out more than one item. */
  weigh(labels: Labels, leftOut: (index: number) => Matrix): Float64Array | null;
  /** How well the bank explains these labels: ln of the sum of e^score over its members; null while the base kernel is used. */
  evidenceAt(pool: Features, labels: Labels): number | null;
  /** The bank on a pool; an engine that has computed `neighbourDistances` passes them. */
  bankOn(pool: Features, distances?: Float64Array): KernelBank;
}

/** Beyond these bounds distances or evidence would leave the range of doubles. */
const MOST_LOCAL = 10;
const LEAST_WEIGHT = 1e-6;

/** The names of all options. */
export const ADAPTIVE_OPTIONS: readonly string[] = [
  "base",
  "scales",
  "localities",
  "neighbour",
  "from",
  "shareWeight",
  "scaleWidth",
  "choose",
];

/**
 * A kernel whose scale and locality are learnt from the labels.
 * @throws XpalError if an option is out of range or unknown.
 * @example adaptive({ base: rbf({ bandwidth: 1 }) }).members.length // 15
 */
export function adaptive(options: AdaptiveOptions): AdaptiveKernel {
  checkOptions("adaptive", options ?? null, ADAPTIVE_OPTIONS);
  const { base, scales = [0.25, 0.5, 1, 2, 4], neighbour = 20, from = 6, choose = "mixture" } = options;
  const { shareWeight = 0.1, scaleWidth = 1 } = options;
  checkKernel("adaptive", "base", base);
  if (base.stateAt !== undefined) refuse("adaptive", "base", "must be a kernel that does not learn itself", base.name);
  const localities = options.localities ?? (base.name === "cosine" ? [0] : [0, 0.5, 1]);
  checkNumbers("adaptive", "localities", localities);
  checkNumbers("adaptive", "scales", scales);
  for (const scale of scales) checkPositive("adaptive", "scales", scale);
  if (scales.length * localities.length === 0) refuse("adaptive", "scales and localities", "must not be empty", 0);
  checkInteger("adaptive", "neighbour", neighbour, 1);
  checkInteger("adaptive", "from", from, 2);
  for (const locality of localities) checkRange("localities", locality, 0, MOST_LOCAL);
  checkRange("shareWeight", shareWeight, LEAST_WEIGHT, 1 / LEAST_WEIGHT);
  checkRange("scaleWidth", scaleWidth, LEAST_WEIGHT, 1 / LEAST_WEIGHT);
  if (choose !== "mixture" && choose !== "best") refuse("adaptive", "choose", "must be one of mixture, best", choose);
  const own = { scales: [...scales], localities: [...localities] };
  const members = own.localities.flatMap((locality) => own.scales.map((scale) => ({ scale, locality })));
  const banks = new WeakMap<Features, KernelBank>();
  const bankOn = (pool: Features, distances?: Float64Array): KernelBank => {
    const bank = banks.get(pool) ?? kernelBank(base, pool, members, neighbour, distances);
    banks.set(pool, bank);
    return bank;
  };
  const scored = (labels: Labels, leftOut: (index: number) => Matrix): Float64Array =>
    evidence(members, labels, { shareWeight, scaleWidth }, leftOut);
  const weightsOf = (scores: Float64Array): Float64Array => (choose === "best" ? onlyBest(scores) : softmax(scores));
  const kept = new WeakMap<KernelBank, { readonly leftOut: LeftOut; labels?: Labels; scores?: Float64Array }>();
  const scoresAt = (pool: Features, labels: Labels): Float64Array | null => {
    if (labels.count < from) return null;
    const bank = bankOn(pool);
    const last = kept.get(bank) ?? { leftOut: new LeftOut(bank) };
    kept.set(bank, last);
    if (last.labels === labels && last.scores !== undefined) return last.scores;
    const scores = scored(labels, last.leftOut.at(labels));
    last.labels = labels;
    last.scores = scores;
    return scores;
  };
  const weightsAt = (pool: Features, labels: Labels): Float64Array | null => {
    const scores = scoresAt(pool, labels);
    return scores === null ? null : weightsOf(scores);
  };
  return {
    name: "adaptive",
    base,
    members,
    from,
    neighbour,
    similarity: (a, i, b, j) => base.similarity(a, i, b, j),
    ...(base.distance === undefined ? {} : { distance: base.distance }),
    scoresAt,
    weightsAt,
    weigh: (labels, leftOut) => (labels.count < from ? null : weightsOf(scored(labels, leftOut))),
    evidenceAt(pool, labels) {
      const scores = scoresAt(pool, labels);
      return scores === null ? null : logOfSum(scores);
    },
    bankOn,
    stateAt(pool, labels) {
      const scores = scoresAt(pool, labels);
      if (scores === null) return { kernel: base, learnt: null };
      const weights = weightsOf(scores);
      const learnt = learntOfOne("given", labels.count, members, weights, logOfSum(scores));
      return { kernel: mixture(bankOn(pool), weights), learnt };
    },
    check: (who, features) => base.check(who, features),
    toJSON: () => ({
      name: "adaptive",
      base: base.toJSON(),
      scales: [...own.scales],
      localities: [...own.localities],
      neighbour,
      from,
      shareWeight,
      scaleWidth,
      choose,
    }),
  };
}

function checkRange(argument: string, value: unknown, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  refuse("adaptive", argument, `must be a number from ${least} to ${most}`, value);
}

function onlyBest(scores: Float64Array): Float64Array {
  const weights = new Float64Array(scores.length);
  weights[scores.indexOf(Math.max(...scores))] = 1;
  return weights;
}
