// What a kernel has learnt so far and how that moved, in words: the same ones whichever engine asks.
import type { Labels } from "../../labels.ts";
import type { AdaptiveKernel } from "./adaptive.ts";
import { describeWeights, type EarlierWeights } from "./describe-weights.ts";

/** Remembers the weights at the last labels and those before. */
export class WeightsSoFar {
  readonly #kernel: AdaptiveKernel;
  #labels: Labels | undefined;
  #now: EarlierWeights | undefined;
  #earlier: EarlierWeights | undefined;

  constructor(kernel: AdaptiveKernel) {
    this.#kernel = kernel;
  }

  /** Takes note of the weights at these labels; null while the base kernel serves. */
  note(labels: Labels, weights: Float64Array | null): void {
    if (labels === this.#labels) return;
    this.#labels = labels;
    this.#earlier = this.#now;
    this.#now = weights === null ? undefined : { count: labels.count, weights };
  }

  words(): string {
    const { members, from } = this.#kernel;
    if (this.#now === undefined) return `the kernel learns from ${from} labelled items on`;
    const learnt = describeWeights(members, this.#now.weights, this.#earlier);
    return `the kernel has learnt from ${this.#now.count} labelled items: ${learnt}`;
  }
}
