// A weighted sum of the kernels of a bank: what the adaptive kernel is once the labels have spoken.
import type { Features } from "../../features.ts";
import type { Labels } from "../../labels.ts";
import { type Matrix, matrix, row } from "../../matrix.ts";
import { distanceOf } from "../distance-of.ts";
import { exp } from "../exp.ts";
import type { Kernel } from "../kernel.ts";
import type { BankMember, KernelBank } from "./kernel-bank.ts";

/** A mixture with its weights, one per member of the bank, summing to 1. */
export interface MixtureKernel extends Kernel {
  readonly bank: KernelBank;
  readonly weights: Float64Array;
}

/** The kernel sum over the members of weight * exp(-scale * D / (f(x) f(x'))^(locality / 2)). */
export function mixture(bank: KernelBank, weights: Float64Array): MixtureKernel {
  return {
    name: "mixture",
    bank,
    weights,
    similarity(a, i, b, j) {
      const distance = distanceOf(bank.base, a, i, b, j);
      const spread = bank.spreadAt(a, i) * bank.spreadAt(b, j);
      let value = 0;
      bank.members.forEach((member, m) => {
        value += weights[m] * memberValue(member, distance, spread);
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
    const mixed = row(freq, x);
    const parts = memberFrequencies(bank, features, x, labels, classCount);
    parts.forEach((k, m) => {
      for (let y = 0; y < classCount; y++) mixed[y] += weights[m] * k[y];
    });
  }
  return freq;
}

/** k_x^L under each member of the bank. `except` leaves one item's answers out. */
export function memberFrequencies(
  bank: KernelBank,
  features: Features,
  x: number,
  labels: Labels,
  classCount: number,
  except = -1,
): Float64Array[] {
  const parts = bank.members.map(() => new Float64Array(classCount));
  for (const { index, counts } of labels.labelled) {
    if (index === except) continue;
    const distance = distanceOf(bank.base, features, x, bank.features, index);
    const spread = bank.spreadAt(features, x) * bank.spreadAt(bank.features, index);
    bank.members.forEach((member, m) => {
      const w = memberValue(member, distance, spread);
      for (let y = 0; y < classCount; y++) if (counts[y] > 0) parts[m][y] += counts[y] * w;
    });
  }
  return parts;
}

/** exp(-g * D_p) with D_p = D / sqrt(f(x)^p f(x')^p). */
function memberValue({ scale, locality }: BankMember, distance: number, spread: number): number {
  if (locality === 0) return exp(-scale * distance);
  return exp((-scale * distance) / rootOf(spread, locality));
}

/** spread^(locality / 2); by square roots where these do, since only they are rounded alike in every runtime. */
function rootOf(spread: number, locality: number): number {
  if (locality === 1) return Math.sqrt(spread);
  return locality === 0.5 ? Math.sqrt(Math.sqrt(spread)) : spread ** (locality / 2);
}
