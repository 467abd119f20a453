// A weighted sum of the kernels of a bank: what a view or metric of the learned kernel is once the labels have spoken.
import type { Features } from "../../features.ts";
import { itemsOf, type Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import { distanceOf } from "../distance-of.ts";
import { exp } from "../exp.ts";
import type { Kernel } from "../kernel.ts";
import type { KernelBank } from "./kernel-bank.ts";

/** A mixture with its weights, one per member of the bank, summing to 1. */
export interface MixtureKernel extends Kernel {
  readonly bank: KernelBank;
  readonly weights: Float64Array;
}

/** The kernel sum over the members of weight * exp(-scale * D / (f(x) f(x'))^(locality / 2)). */
export function mixtureKernel(bank: KernelBank, weights: Float64Array): MixtureKernel {
  return {
    name: "mixture",
    bank,
    weights,
    similarity(a, i, _pool, j) {
      let value = 0;
      memberValues(bank, a, i, j).forEach((w, m) => {
        value += weights[m] * w;
      });
      return value;
    },
    frequencies: (features, _pool, labels, classCount) => mixedFrequencies(bank, weights, features, labels, classCount),
    check: (who, features) => bank.base.check(who, features),
    toJSON: () => ({ name: "mixture", base: bank.base.toJSON(), members: bank.members, weights: Array.from(weights) }),
  };
}

/**
 * The weighted sum of the members' frequencies. The kernel is linear in its weights, so this is the frequency under the
 * mixture; summed this way, a change of weights needs no kernel value again, which the fast engine relies on.
 */
function mixedFrequencies(
  bank: KernelBank,
  weights: Float64Array,
  features: Features,
  labels: Labels,
  classCount: number,
): Matrix {
  const freq = matrix(features.rows, classCount);
  for (let x = 0; x < features.rows; x++) {
    const parts = memberFrequencies(bank, features, x, labels, classCount).data;
    for (let m = 0; m < weights.length; m++) {
      for (let y = 0; y < classCount; y++) freq.data[x * classCount + y] += weights[m] * parts[m * classCount + y];
    }
  }
  return freq;
}

/** k_x^L under each member of the bank: members x classes. */
function memberFrequencies(
  bank: KernelBank,
  features: Features,
  x: number,
  labels: Labels,
  classCount: number,
): Matrix {
  const parts = matrix(bank.members.length, classCount);
  const values = new Float64Array(bank.members.length);
  for (const { index, weights } of itemsOf(labels)) {
    memberValues(bank, features, x, index, values);
    for (let m = 0; m < parts.rows; m++) {
      for (let y = 0; y < classCount; y++) if (weights[y] > 0) parts.data[m * classCount + y] += weights[y] * values[m];
    }
  }
  return parts;
}

/** exp(-g * D_p) of an item and one of the pool under each member, with D_p = D / sqrt(f(x)^p f(x')^p), from position `at` on. */
export function memberValues(
  bank: KernelBank,
  features: Features,
  x: number,
  index: number,
  values: Float64Array = new Float64Array(bank.members.length),
  at = 0,
): Float64Array {
  const distance = distanceOf(bank.base, features, x, bank.features, index);
  const spread = bank.spreadAt(features, x);
  const other = bank.spreadAt(bank.features, index);
  let known = 0;
  let factor = 1;
  for (let m = 0; m < bank.members.length; m++) {
    const { scale, locality } = bank.members[m];
    if (locality !== known) factor = localFactor(spread, locality) * localFactor(other, locality);
    known = locality;
    values[at + m] = exp(-scale * (distance * factor));
  }
  return values;
}

/** f^(-p/2), with which a distance is multiplied at each of its ends. Roots have the same bits in every runtime, powers need not. */
export function localFactor(spread: number, locality: number): number {
  if (locality === 0) return 1;
  if (locality === 1) return 1 / Math.sqrt(spread);
  if (locality === 0.5) return 1 / Math.sqrt(Math.sqrt(spread));
  return spread ** (-locality / 2);
}
