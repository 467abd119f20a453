// How well each kernel of the bank explains the labels: leave-one-out, with a prior for scales near the base kernel's.
import type { Labels } from "../../labels.ts";
import type { KernelBank } from "./kernel-bank.ts";
import { memberFrequencies } from "./mixture.ts";

/** How strongly class shares count beside frequencies, and how much a scale away from 1 costs. */
export interface EvidenceOptions {
  /** a: pseudo-labels that follow the class shares. */
  readonly shareWeight: number;
  /** Width of the prior on log2 of the scale, in octaves. */
  readonly scaleWidth: number;
}

/**
 * The score of each member: sum over the labelled items of ln p_i - (log2 g)^2 / (2 width^2), where
 * p_i = (q_i[y_i] + a * share[y_i]) / (sum of q_i + a) and q_i are the frequencies at item i without its own answers.
 */
export function evidence(bank: KernelBank, labels: Labels, options: EvidenceOptions): Float64Array {
  const { labelled } = labels;
  const shares = classShares(labels);
  const scores = bank.members.map(({ scale }) => {
    const octaves = Math.log2(scale) / options.scaleWidth;
    return -(octaves * octaves) / 2;
  });
  for (const { index, counts } of labelled) {
    const frequencies = memberFrequencies(bank, bank.features, index, labels, shares.length, index);
    frequencies.forEach((q, m) => {
      const total = q.reduce((sum, value) => sum + value, 0);
      counts.forEach((count, y) => {
        if (count === 0) return;
        const p = (q[y] + options.shareWeight * shares[y]) / (total + options.shareWeight);
        scores[m] += count * Math.log(p);
      });
    });
  }
  return Float64Array.from(scores);
}

/** The softmax of scores. */
export function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function classShares(labels: Labels): Float64Array {
  const shares = new Float64Array(labels.labelled[0].counts.length);
  let total = 0;
  for (const { counts } of labels.labelled) {
    counts.forEach((count, y) => {
      shares[y] += count;
      total += count;
    });
  }
  return shares.map((share) => share / total);
}
