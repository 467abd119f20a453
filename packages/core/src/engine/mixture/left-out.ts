// The leave-one-out frequencies from which the weights are learnt, kept between labels: the members' values of every
// pair of labelled items are computed once, and a label makes only its own class's sums anew, in the definition's order.
import type { KernelBank } from "../../kernels/adaptive/kernel-bank.ts";
import { memberFrequencies, memberValues } from "../../kernels/adaptive/mixture.ts";
import type { LabelledItem, Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import { changedClasses } from "../label-frequencies.ts";

/** What is kept of one labelled item. */
interface Kept {
  /** Its place in the others' lists. */
  readonly slot: number;
  /** The members' values of this item with the item of each slot. */
  values: Float64Array;
  /** q_i: members x classes. */
  readonly sums: Matrix;
}

/** Up to so many labelled items pairs are kept (126 MB with 15 members); beyond, the definition serves. */
const MOST_KEPT = 1024;

/** q_i of each labelled item, kept up to date. */
export class LeftOut {
  readonly #bank: KernelBank;
  readonly #memberCount: number;
  readonly #total: Float64Array;
  readonly #kept = new Map<number, Kept>();
  #free: number[] = [];
  #room = 0;
  #known: Labels | undefined;

  constructor(bank: KernelBank) {
    this.#bank = bank;
    this.#memberCount = bank.members.length;
    this.#total = new Float64Array(bank.members.length);
  }

  /** The frequencies at a labelled item without its own answers. */
  at(labels: Labels): (index: number) => Matrix {
    if (labels.count > MOST_KEPT) {
      const { features } = this.#bank;
      return (index) => memberFrequencies(this.#bank, features, index, labels, labels.classCount, index);
    }
    this.#update(labels);
    return (index) => (this.#kept.get(index) as Kept).sums;
  }

  #update(labels: Labels): void {
    if (labels === this.#known) return;
    const changed = changedClasses(this.#known?.labelled ?? [], labels.labelled, labels.classCount);
    this.#known = undefined;
    for (const [index, { slot }] of this.#kept) {
      if (labels.has(index)) continue;
      this.#kept.delete(index);
      this.#free.push(slot);
    }
    const fresh = labels.labelled.filter(({ index }) => !this.#kept.has(index));
    for (const { index } of fresh) this.#add(index, labels);
    const all = Array.from({ length: labels.classCount }, (_, y) => y);
    const isNew = new Set(fresh.map(({ index }) => index));
    const voters = all.map((y) => this.#votersOf(y, labels.labelled));
    for (const { index } of labels.labelled) {
      const kept = this.#kept.get(index) as Kept;
      for (const y of isNew.has(index) ? all : changed) this.#sum(kept, y, voters[y]);
    }
    this.#known = labels;
  }

  /** Takes an item in: its values with all others, and theirs with it. */
  #add(index: number, labels: Labels): void {
    if (this.#free.length === 0) this.#makeRoom();
    const slot = this.#free.pop() as number;
    const values = new Float64Array(this.#room * this.#memberCount);
    this.#kept.set(index, { slot, values, sums: matrix(this.#memberCount, labels.classCount) });
    const { features } = this.#bank;
    for (const [other, kept] of this.#kept) {
      if (other === index) continue;
      memberValues(this.#bank, features, index, other, values, kept.slot * this.#memberCount);
      memberValues(this.#bank, features, other, index, kept.values, slot * this.#memberCount);
    }
  }

  #makeRoom(): void {
    const room = Math.max(16, 2 * this.#room);
    for (let slot = room - 1; slot >= this.#room; slot--) this.#free.push(slot);
    for (const kept of this.#kept.values()) {
      const values = new Float64Array(room * this.#memberCount);
      values.set(kept.values);
      kept.values = values;
    }
    this.#room = room;
  }

  /** Where the values of the items with answers of class y begin, in ascending order of the items, and how many answers. */
  #votersOf(y: number, labelled: readonly LabelledItem[]): Voters {
    const voting = labelled.filter(({ counts }) => counts[y] > 0);
    const starts = voting.map(({ index }) => (this.#kept.get(index) as Kept).slot * this.#memberCount);
    return { starts: Uint32Array.from(starts), counts: Float64Array.from(voting, ({ counts }) => counts[y]) };
  }

  #sum({ slot, values, sums: { data, cols } }: Kept, y: number, { starts, counts }: Voters): void {
    const total = this.#total.fill(0);
    const itself = slot * total.length;
    for (let v = 0; v < starts.length; v++) {
      const start = starts[v];
      if (start === itself) continue;
      const count = counts[v];
      for (let m = 0; m < total.length; m++) total[m] += count * values[start + m];
    }
    for (let m = 0; m < total.length; m++) data[m * cols + y] = total[m];
  }
}

interface Voters {
  readonly starts: Uint32Array;
  readonly counts: Float64Array;
}
