// How well each kernel of the bank explains the labels: leave-one-out, with a prior for scales near the base kernel's.
import { itemsOf, type Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import { ln } from "../ln.ts";
import type { BankMember } from "./kernel-bank.ts";

/** How strongly class shares count beside frequencies, and how much a scale away from 1 costs. */
export interface EvidenceOptions {
  /** a: pseudo-labels that follow the class shares. */
  readonly shareWeight: number;
  /** Width of the prior on log2 of the scale, in octaves. */
  readonly scaleWidth: number;
}

/** Probabilities are multiplied down to here before their logarithm is taken; each is far above its inverse square root. */
const MIN_PRODUCT = 1e-150;

/**
 * The score of each member: sum over the labelled items of ln p_i - (log2 g)^2 / (2 width^2), where
 * p_i = (q_i[y_i] + a * share[y_i]) / (sum of q_i + a) and q_i are the frequencies at item i without its own answers.
 * @param leftOut q_i of an item under each member: members x classes.
 */
export function evidence(
  members: readonly BankMember[],
  labels: Labels,
  { shareWeight, scaleWidth }: EvidenceOptions,
  leftOut: (index: number) => Matrix,
): Float64Array {
  const shares = classShares(labels);
  const scores = Float64Array.from(members, ({ scale }) => {
    const octaves = ln(scale) / Math.LN2 / scaleWidth;
    return -(octaves * octaves) / 2;
  });
  const products = new Float64Array(scores.length).fill(1);
  const takeLogarithm = (m: number): void => {
    scores[m] += ln(products[m]);
    products[m] = 1;
  };
  for (const { index, counts } of itemsOf(labels)) {
    const { data, cols } = leftOut(index);
    for (let m = 0; m < scores.length; m++) {
      let total = shareWeight;
      for (let y = 0; y < cols; y++) total += data[m * cols + y];
      for (let y = 0; y < cols; y++) {
        const p = (data[m * cols + y] + shareWeight * shares[y]) / total;
        for (let answer = 0; answer < counts[y]; answer++) {
          products[m] *= p;
          if (products[m] < MIN_PRODUCT) takeLogarithm(m);
        }
      }
    }
  }
  for (let m = 0; m < scores.length; m++) takeLogarithm(m);
  return scores;
}

function classShares(labels: Labels): Float64Array {
  const shares = new Float64Array(labels.classCount);
  let total = 0;
  for (const { counts } of itemsOf(labels)) {
    counts.forEach((count, y) => {
      shares[y] += count;
      total += count;
    });
  }
  return shares.map((share) => share / total);
}
