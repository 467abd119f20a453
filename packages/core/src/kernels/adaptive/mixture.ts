// A weighted sum of the kernels of a bank: what the adaptive kernel is once the labels have spoken.
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
    check: (who, features) => bank.base.check(who, features),
    toJSON: () => ({ name: "mixture", base: bank.base.toJSON(), members: bank.members, weights: Array.from(weights) }),
  };
}

/** exp(-g * D_p) with D_p = D / sqrt(f(x)^p f(x')^p). */
export function memberValue({ scale, locality }: BankMember, distance: number, spread: number): number {
  if (locality === 0) return exp(-scale * distance);
  return exp((-scale * distance) / (locality === 1 ? Math.sqrt(spread) : spread ** (locality / 2)));
}
