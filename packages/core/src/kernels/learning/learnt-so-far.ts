// What a kernel has learnt at the last labels and at those before: the same for every engine.
import type { Labels } from "../../labels.ts";
import type { Learnt } from "./learnt.ts";

/** What was learnt, and what had been learnt before, so that changes can be told. */
export interface LearntChange {
  readonly learnt: Learnt | null;
  readonly earlier: Learnt | null;
}

/** Remembers what was learnt at the last two labels. */
export class LearntSoFar implements LearntChange {
  #labels: Labels | undefined;
  #learnt: Learnt | null = null;
  #earlier: Learnt | null = null;

  get learnt(): Learnt | null {
    return this.#learnt;
  }

  get earlier(): Learnt | null {
    return this.#earlier;
  }

  /** Takes note of what these labels taught; null while the base kernel is used. */
  note(labels: Labels, learnt: Learnt | null): void {
    if (labels === this.#labels) return;
    this.#labels = labels;
    if (learnt !== null && learnt.count === this.#learnt?.count && learnt.evidence === this.#learnt.evidence) return;
    this.#earlier = this.#learnt;
    this.#learnt = learnt;
  }
}
