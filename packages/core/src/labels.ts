// What is known of each item: how often it was given each class, or that it was skipped or discarded. A value: adding
// or removing gives a new one. Repeated answers for one item are frequencies too, so counts are kept, not one class.
import { checkInteger, refuse, refuseState } from "./check.ts";
import { classIndex } from "./classes.ts";
import type { Pool } from "./pool.ts";

/** An item's answers: how often each class was given. */
export interface LabelledItem {
  readonly index: number;
  readonly counts: Uint32Array;
}

/** Why an item is not asked for: "don't know" (skipped) or "not usable" (discarded). Neither trains the model. */
export type Aside = "skipped" | "discarded";

/** Labels as written to a file. */
export interface LabelsJSON {
  readonly labelled: readonly (readonly [index: number, classIndex: number, count: number])[];
  readonly skipped: readonly number[];
  readonly discarded: readonly number[];
}

/** L and what was set aside; immutable. Make one with `Labels.none`, `Labels.from` or a Learner. */
export class Labels {
  readonly #counts: ReadonlyMap<number, Uint32Array>;
  readonly #aside: ReadonlyMap<number, Aside>;
  readonly #size: number;
  readonly #classCount: number;
  #ascending: readonly LabelledItem[] | undefined;

  private constructor(
    size: number,
    classCount: number,
    counts: ReadonlyMap<number, Uint32Array>,
    aside: ReadonlyMap<number, Aside>,
  ) {
    this.#size = size;
    this.#classCount = classCount;
    this.#counts = counts;
    this.#aside = aside;
  }

  /** No label at all. */
  static none(pool: Pool): Labels {
    return new Labels(pool.size, pool.classCount, new Map(), new Map());
  }

  /**
   * Labels from pairs of item and class name.
   * @example Labels.from(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }), [[0, "yes"]]).count // 1
   */
  static from(pool: Pool, pairs: Iterable<readonly [index: number, className: unknown]>): Labels {
    let labels = Labels.none(pool);
    for (const [index, name] of pairs) labels = labels.add(index, classIndex("Labels.from", pool.classes, name));
    return labels;
  }

  /** The labels that `toJSON` wrote. */
  static fromJSON(pool: Pool, json: LabelsJSON): Labels {
    if (!Array.isArray(json?.labelled) || !Array.isArray(json.skipped) || !Array.isArray(json.discarded)) {
      refuse("Labels.fromJSON", "json", "must have the lists labelled, skipped and discarded", json);
    }
    let labels = Labels.none(pool);
    for (const entry of json.labelled) {
      if (!Array.isArray(entry)) refuse("Labels.fromJSON", "json.labelled", "must hold [index, class, count]", entry);
      checkInteger("Labels.fromJSON", "count", entry[2], 1, 2 ** 32);
      for (let i = 0; i < entry[2]; i++) labels = labels.add(entry[0], entry[1]);
    }
    for (const index of json.skipped) labels = labels.setAside(index, "skipped");
    for (const index of json.discarded) labels = labels.setAside(index, "discarded");
    return labels;
  }

  /** The number of labelled items. */
  get count(): number {
    return this.#counts.size;
  }

  /** The labelled items in ascending order: the order in which frequencies are summed, so that history leaves no trace. */
  get labelled(): readonly LabelledItem[] {
    this.#ascending ??= [...this.#counts]
      .map(([index, counts]) => ({ index, counts }))
      .sort((a, b) => a.index - b.index);
    return this.#ascending;
  }

  /** Whether an item has a label. */
  has(index: number): boolean {
    return this.#counts.has(index);
  }

  /** Whether an item was skipped or discarded, and which. */
  asideOf(index: number): Aside | undefined {
    return this.#aside.get(index);
  }

  /** The items that were set aside in one of the two ways, ascending. */
  aside(kind: Aside): number[] {
    return [...this.#aside]
      .filter(([, of]) => of === kind)
      .map(([index]) => index)
      .sort((a, b) => a - b);
  }

  /** U: the items that are neither labelled nor set aside, ascending. */
  unlabelled(): Uint32Array {
    const open = new Uint32Array(this.#size - this.#counts.size - this.#aside.size);
    let at = 0;
    for (let i = 0; i < this.#size; i++) if (!this.#counts.has(i) && !this.#aside.has(i)) open[at++] = i;
    return open;
  }

  /** One more answer for an item. */
  add(index: number, classIndex: number): Labels {
    this.#checkItem("Labels.add", index);
    checkInteger("Labels.add", "classIndex", classIndex, 0, this.#classCount);
    if (this.#aside.has(index)) {
      refuseState("Labels.add", `item ${index}`, `was ${this.#aside.get(index)}`, "restore it first");
    }
    const counts = new Map(this.#counts);
    const answers = this.#counts.get(index)?.slice() ?? new Uint32Array(this.#classCount);
    answers[classIndex]++;
    counts.set(index, answers);
    return new Labels(this.#size, this.#classCount, counts, this.#aside);
  }

  /** Without any answer for an item; what remains is as if it had never been labelled. */
  remove(index: number): Labels {
    this.#checkItem("Labels.remove", index);
    if (!this.#counts.has(index)) refuseState("Labels.remove", `item ${index}`, "has no label to remove");
    const counts = new Map(this.#counts);
    counts.delete(index);
    return new Labels(this.#size, this.#classCount, counts, this.#aside);
  }

  /** With an item skipped or discarded. */
  setAside(index: number, kind: Aside): Labels {
    this.#checkItem("Labels.setAside", index);
    if (this.#counts.has(index))
      refuseState("Labels.setAside", `item ${index}`, "has a label", "remove the label first");
    const aside = new Map(this.#aside);
    aside.set(index, kind);
    return new Labels(this.#size, this.#classCount, this.#counts, aside);
  }

  /** With an item that was set aside open again. */
  restore(index: number): Labels {
    this.#checkItem("Labels.restore", index);
    if (!this.#aside.has(index)) refuseState("Labels.restore", `item ${index}`, "was neither skipped nor discarded");
    const aside = new Map(this.#aside);
    aside.delete(index);
    return new Labels(this.#size, this.#classCount, this.#counts, aside);
  }

  /** Refuses labels that belong to a pool of another shape. */
  checkFits(who: string, pool: Pool): void {
    if (pool.size !== this.#size || pool.classCount !== this.#classCount) {
      const shape = `${this.#size} items and ${this.#classCount} classes`;
      refuse(who, "labels", `must belong to this pool of ${pool.size} items and ${pool.classCount} classes`, shape);
    }
  }

  toJSON(): LabelsJSON {
    const labelled: [number, number, number][] = [];
    for (const { index, counts } of this.labelled) {
      counts.forEach((count, y) => {
        if (count > 0) labelled.push([index, y, count]);
      });
    }
    return { labelled, skipped: this.aside("skipped"), discarded: this.aside("discarded") };
  }

  #checkItem(who: string, index: number): void {
    checkInteger(who, "index", index, 0, this.#size);
  }
}
