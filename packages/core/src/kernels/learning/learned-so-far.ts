// What a kernel has learned at the last labels and at those before: the same for every engine.
import type { Labels } from "../../labels.ts";
import type { Learned } from "./learned.ts";

/** What was learned, and what had been learned before, so that changes can be told. */
export interface LearnedChange {
  readonly learned: Learned | null;
  readonly earlier: Learned | null;
}

/** Remembers what was learned at the last two labels. */
export class LearnedSoFar implements LearnedChange {
  #labels: Labels | undefined;
  #learned: Learned | null = null;
  #earlier: Learned | null = null;

  get learned(): Learned | null {
    return this.#learned;
  }

  get earlier(): Learned | null {
    return this.#earlier;
  }

  /** Takes note of what these labels taught; null while the base kernel is used. */
  note(labels: Labels, learned: Learned | null): void {
    if (labels === this.#labels) return;
    this.#labels = labels;
    if (learned !== null && learned.count === this.#learned?.count && learned.evidence === this.#learned.evidence)
      return;
    this.#earlier = this.#learned;
    this.#learned = learned;
  }
}
