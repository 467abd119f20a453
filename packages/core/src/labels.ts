// What is known of each item: how often it was given each class, or that it was skipped or discarded. A value: adding
// or removing gives a new one. Repeated answers for one item are frequencies too, so counts are kept, not one class.
// Where answers may be wrong, an item can count for shares of the classes instead: what is believed of it.
import { checkInteger, checkOneOf, reject, rejectState } from "./check.ts";
import { checkNumbers } from "./check-numbers.ts";
import { classIndex } from "./classes.ts";
import { checkPool, type Pool } from "./pool.ts";

/** An item's answers: how often each class was given. */
export interface AnsweredItem {
  readonly index: number;
  readonly counts: Uint32Array;
}

/** An item with a label: its answers, and what it counts for. */
export interface LabelledItem extends AnsweredItem {
  /** What the item adds to frequencies, per class: the shares that were set for it, else its counts. */
  readonly weights: Uint32Array | Float64Array;
}

/** Why an item is not asked for: "don't know" (skipped) or "not usable" (discarded). Neither trains the model. */
export type Aside = "skipped" | "discarded";

/** Labels as written to a file. */
export interface LabelsJSON {
  readonly labelled: readonly (readonly [index: number, classIndex: number, count: number])[];
  readonly skipped: readonly number[];
  readonly discarded: readonly number[];
  /** Left out where no item has any. */
  readonly shares?: readonly (readonly [index: number, shares: readonly number[]])[];
}

/** `labels.labelled` without copies, for callers that change nothing. */
export let itemsOf: (labels: Labels) => readonly LabelledItem[];
/** `labels.inOrder` without copies, for callers that change nothing. */
export let itemsInOrder: (labels: Labels) => LabelledItem[];

const NO_SHARES: ReadonlyMap<number, Float64Array> = new Map();

/**
 * L and what was set aside; immutable. Make one with `Labels.none`, `Labels.from` or a Learner.
 * @example
 * const pool = createPool({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * Labels.from(pool, [[2, "yes"]]).unlabelled() // Uint32Array.of(0, 1)
 */
export class Labels {
  /** The number of items, labelled or not. */
  readonly size: number;
  readonly classCount: number;
  readonly #counts: ReadonlyMap<number, Uint32Array>;
  readonly #aside: ReadonlyMap<number, Aside>;
  readonly #shares: ReadonlyMap<number, Float64Array>;
  readonly #orderKnownFrom: number;
  #ascending: readonly LabelledItem[] | undefined;

  static {
    // What nobody outside of the library gets to see, since numbers in a typed array cannot be frozen.
    itemsInOrder = (labels) =>
      Array.from(labels.#counts, ([index, counts]) => ({
        index,
        counts,
        weights: labels.#shares.get(index) ?? counts,
      }));
    itemsOf = (labels) => {
      labels.#ascending ??= itemsInOrder(labels).sort((a, b) => a.index - b.index);
      return labels.#ascending;
    };
  }

  private constructor(
    size: number,
    classCount: number,
    counts: ReadonlyMap<number, Uint32Array>,
    aside: ReadonlyMap<number, Aside>,
    shares: ReadonlyMap<number, Float64Array> = NO_SHARES,
    orderKnownFrom = 0,
  ) {
    this.size = size;
    this.classCount = classCount;
    this.#counts = counts;
    this.#aside = aside;
    this.#shares = shares;
    this.#orderKnownFrom = orderKnownFrom;
  }

  /** No label at all. */
  static none(pool: Pool): Labels {
    checkPool("Labels.none", pool);
    return new Labels(pool.size, pool.classCount, new Map(), new Map());
  }

  /**
   * Labels from pairs of item and class name; an item may occur several times.
   * @throws XpalError if an item is not of the pool or a class is not declared.
   * @example Labels.from(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }), [[0, "yes"]]).count // 1
   */
  static from(pool: Pool, pairs: Iterable<readonly [index: number, className: unknown]>): Labels {
    checkPool("Labels.from", pool);
    const labelled = answersOf("Labels.from", "pairs", pool, pairs);
    return Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] });
  }

  /**
   * The labels that `toJSON` wrote.
   * @throws XpalError if the lists are not there, or name an item or class that the pool does not have.
   */
  static fromJSON(pool: Pool, json: LabelsJSON): Labels {
    checkPool("Labels.fromJSON", pool);
    if (!Array.isArray(json?.labelled) || !Array.isArray(json.skipped) || !Array.isArray(json.discarded)) {
      reject("Labels.fromJSON", "json", "must have the lists labelled, skipped and discarded", json);
    }
    const counts = new Map<number, Uint32Array>();
    for (const [at, entry] of json.labelled.entries()) {
      const place = `json.labelled[${at}]`;
      if (!Array.isArray(entry)) reject("Labels.fromJSON", place, "must be [index, class, count]", entry);
      checkInteger("Labels.fromJSON", `${place}[0]`, entry[0], 0, pool.size - 1);
      checkInteger("Labels.fromJSON", `${place}[1]`, entry[1], 0, pool.classCount - 1);
      count("Labels.fromJSON", counts, entry[0], entry[1], entry[2], pool);
    }
    let labels = new Labels(pool.size, pool.classCount, counts, new Map());
    for (const index of json.skipped) labels = labels.setAside(index, "skipped");
    for (const index of json.discarded) labels = labels.setAside(index, "discarded");
    return json.shares === undefined ? labels : labels.withShares(json.shares);
  }

  /** The number of labelled items. */
  get count(): number {
    return this.#counts.size;
  }

  /**
   * From how many labels on the order of the answers is known: 0, or where a file has left the order out the number of labels
   * that came from it. These come first in `inOrder` and `first`, by item.
   */
  get orderKnownFrom(): number {
    return this.#orderKnownFrom;
  }

  /** The number of items that were set aside. */
  get asideCount(): number {
    return this.#aside.size;
  }

  /**
   * The labelled items in ascending order: the order in which frequencies are summed, so that history leaves no trace. The list and its
   * numbers are copies; take it once, not within a loop.
   */
  get labelled(): readonly LabelledItem[] {
    return itemsOf(this).map(copied);
  }

  /** The same items in the order in which each was first answered; copies as well. */
  get inOrder(): readonly LabelledItem[] {
    return itemsInOrder(this).map(copied);
  }

  /** The labels of the items that were answered first, `count` of them, with all their answers; what was set aside stays. */
  first(count: number): Labels {
    checkInteger("Labels.first", "count", count, 0);
    if (count >= this.count) return this;
    const first = new Map([...this.#counts].slice(0, count));
    const known = Math.min(count, this.#orderKnownFrom);
    return new Labels(this.size, this.classCount, first, this.#aside, this.#shares, known);
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
    const closed = new Uint8Array(this.size);
    for (const index of this.#counts.keys()) closed[index] = 1;
    for (const index of this.#aside.keys()) closed[index] = 1;
    const open = new Uint32Array(this.size - this.#counts.size - this.#aside.size);
    let at = 0;
    for (let i = 0; i < this.size; i++) if (closed[i] === 0) open[at++] = i;
    return open;
  }

  /** One more answer for an item. */
  add(index: number, classIndex: number): Labels {
    this.#checkItem("Labels.add", index);
    checkInteger("Labels.add", "classIndex", classIndex, 0, this.classCount - 1);
    if (this.#aside.has(index)) {
      rejectState("Labels.add", `item ${index}`, `was ${this.#aside.get(index)}`, "restore it first");
    }
    const counts = new Map(this.#counts);
    count("Labels.add", counts, index, classIndex, 1, { classCount: this.classCount });
    return new Labels(
      this.size,
      this.classCount,
      counts,
      this.#aside,
      this.#sharesWithout(index),
      this.#orderKnownFrom,
    );
  }

  /** Without any answer for an item; what remains is as if it had never been labelled. */
  remove(index: number): Labels {
    this.#checkItem("Labels.remove", index);
    if (!this.#counts.has(index)) rejectState("Labels.remove", `item ${index}`, "has no label to remove");
    const counts = new Map(this.#counts);
    counts.delete(index);
    const isOfFile = [...this.#counts.keys()].indexOf(index) < this.#orderKnownFrom;
    const known = isOfFile ? this.#orderKnownFrom - 1 : this.#orderKnownFrom;
    return new Labels(this.size, this.classCount, counts, this.#aside, this.#sharesWithout(index), known);
  }

  /**
   * With some labelled items that count for shares of the classes in frequencies, whatever their answers; a further answer
   * or a removal takes the shares of its item away. What kernels learn, and QBC and ALCE, go by the answers.
   * @throws XpalError if an item has no label, or its shares are not one number of at least 0 per class with one above 0.
   * @example
   * const pool = createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] });
   * Labels.from(pool, [[1, "yes"]]).withShares([[1, [0.25, 0.75]]]).labelled[0].weights[1] // 0.75
   */
  withShares(entries: Iterable<readonly [index: number, shares: ArrayLike<number>]>): Labels {
    if (typeof (entries as Partial<typeof entries> | null)?.[Symbol.iterator] !== "function") {
      reject("Labels.withShares", "entries", "must be a list of [index, shares]", entries);
    }
    const all = new Map(this.#shares);
    for (const entry of entries) {
      if (!Array.isArray(entry)) reject("Labels.withShares", "entries", "must be a list of [index, shares]", entry);
      const [index, shares] = entry as [number, ArrayLike<number>];
      this.#checkItem("Labels.withShares", index);
      if (!this.#counts.has(index)) rejectState("Labels.withShares", `item ${index}`, "has no label");
      checkNumbers("Labels.withShares", `the shares of item ${index}`, shares, this.classCount);
      const own = Float64Array.from(shares);
      if (!own.some((share) => share > 0) || own.some((share) => share < 0)) {
        reject("Labels.withShares", `the shares of item ${index}`, "must be at least 0, and one above 0", shares);
      }
      all.set(index, own);
    }
    return new Labels(this.size, this.classCount, this.#counts, this.#aside, all, this.#orderKnownFrom);
  }

  /** With an item skipped or discarded. */
  setAside(index: number, kind: Aside): Labels {
    this.#checkItem("Labels.setAside", index);
    checkOneOf("Labels.setAside", "kind", kind, ["skipped", "discarded"]);
    if (this.#counts.has(index))
      rejectState("Labels.setAside", `item ${index}`, "has a label", "remove the label first");
    const aside = new Map(this.#aside);
    aside.set(index, kind);
    return new Labels(this.size, this.classCount, this.#counts, aside, this.#shares, this.#orderKnownFrom);
  }

  /** With an item that was set aside open again. */
  restore(index: number): Labels {
    this.#checkItem("Labels.restore", index);
    if (!this.#aside.has(index)) rejectState("Labels.restore", `item ${index}`, "was neither skipped nor discarded");
    const aside = new Map(this.#aside);
    aside.delete(index);
    return new Labels(this.size, this.classCount, this.#counts, aside, this.#shares, this.#orderKnownFrom);
  }

  /** The same labels where nothing is known of the order in which the answers were given. */
  withoutOrder(): Labels {
    const counts = new Map(itemsOf(this).map(({ index, counts: of }) => [index, of]));
    return new Labels(this.size, this.classCount, counts, this.#aside, this.#shares, counts.size);
  }

  toJSON(): LabelsJSON {
    return this.#written(itemsOf(this));
  }

  /** The same with the labelled items in the order of the answers, on which what a kernel learns may depend. */
  toOrderedJSON(): LabelsJSON {
    return this.#written(itemsInOrder(this));
  }

  #written(items: readonly LabelledItem[]): LabelsJSON {
    const labelled: [number, number, number][] = [];
    for (const { index, counts } of items) {
      counts.forEach((count, y) => {
        if (count > 0) labelled.push([index, y, count]);
      });
    }
    const shares = items.flatMap(({ index }): [number, number[]][] => {
      const own = this.#shares.get(index);
      return own === undefined ? [] : [[index, [...own]]];
    });
    const aside = { skipped: this.aside("skipped"), discarded: this.aside("discarded") };
    return { labelled, ...aside, ...(shares.length === 0 ? {} : { shares }) };
  }

  #sharesWithout(index: number): ReadonlyMap<number, Float64Array> {
    if (!this.#shares.has(index)) return this.#shares;
    const shares = new Map(this.#shares);
    shares.delete(index);
    return shares;
  }

  #checkItem(who: string, index: number): void {
    checkInteger(who, "index", index, 0, this.size - 1);
  }
}

function copied({ index, counts, weights }: LabelledItem): LabelledItem {
  return { index, counts: counts.slice(), weights: weights.slice() };
}

/** Rejects what is not labels, or labels that belong to a pool of another shape. */
export function checkLabels(who: string, labels: unknown, pool: Pool): asserts labels is Labels {
  if (!(labels instanceof Labels)) reject(who, "labels", "must be Labels", labels, "make them with Labels.from");
  if (pool.size === labels.size && pool.classCount === labels.classCount) return;
  const shape = `${labels.size} items and ${labels.classCount} classes`;
  reject(who, "labels", `must belong to this pool of ${pool.size} items and ${pool.classCount} classes`, shape);
}

/** One entry per pair of item and class name, checked in the name of the caller and its argument. */
export function answersOf(
  who: string,
  argument: string,
  pool: Pool,
  pairs: Iterable<readonly [index: number, className: unknown]>,
): [index: number, classIndex: number, count: number][] {
  if (typeof (pairs as Partial<typeof pairs> | null)?.[Symbol.iterator] !== "function") {
    reject(who, argument, "must be a list of [index, class]", pairs);
  }
  return Array.from(pairs, (pair, at) => {
    const place = `${argument}[${at}]`;
    if (!Array.isArray(pair)) reject(who, place, "must be [index, class]", pair);
    checkInteger(who, `${place}[0]`, pair[0], 0, pool.size - 1);
    return [pair[0], classIndex(who, `${place}[1]`, pool.classes, pair[1]), 1];
  });
}

/** Adds answers to a map that is not shared yet; the item's own counts may be shared, so they are copied. */
function count(
  who: string,
  counts: Map<number, Uint32Array>,
  index: number,
  classIndex: number,
  times: number,
  { classCount }: Pick<Pool, "classCount">,
): void {
  const answers = counts.get(index)?.slice() ?? new Uint32Array(classCount);
  checkInteger(who, `the number of answers for item ${index}`, times, 1, 2 ** 32 - 1 - answers[classIndex]);
  answers[classIndex] += times;
  counts.set(index, answers);
}
