// k_x^L in the kernel's memory, one plane per class, at the items of the pool and at the evaluation points. A label
// changes the planes of its classes only; these are summed again over the labelled items in ascending order, from kept
// columns of similarities, so that the bits are the definition's and taking a label back leaves no trace.
import { itemsOf, type LabelledItem, type Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { Arena } from "../memory/arena.ts";
import type { WasmCall } from "../memory/wasm-calls.ts";
import { ColumnSums } from "./column-sums.ts";
import type { Orders, Relations } from "./relations.ts";

/** Planes of class frequencies: class y at position x is number y * stride + x. */
export interface Planes {
  readonly at: number;
  readonly stride: number;
  readonly count: number;
}

/** What frequencies are computed with. */
interface FrequencyParts {
  readonly pool: Pool;
  readonly orders: Orders;
  readonly arena: Arena;
  readonly call: WasmCall;
  readonly relations: Relations;
  readonly scratch: number;
}

/** Keeps frequencies up to date with the labels of each call. */
export class LabelFrequencies {
  readonly items: Planes;
  readonly points: Planes;
  readonly #pool: Pool;
  readonly #orders: Orders;
  readonly #arena: Arena;
  readonly #call: WasmCall;
  readonly #relations: Relations;
  readonly #scratch: number;
  readonly #sums: ColumnSums;
  readonly #indices: number;
  readonly #columns = new Map<number, { readonly items: number; readonly points: number }>();
  #spare: { readonly items: number; readonly points: number } | undefined;
  #known: Labels | undefined;

  constructor({ pool, orders, arena, call, relations, scratch }: FrequencyParts) {
    const { evaluation } = pool;
    this.#pool = pool;
    this.#orders = orders;
    this.#arena = arena;
    this.#call = call;
    this.#relations = relations;
    this.#scratch = scratch;
    this.#sums = new ColumnSums({ arena, call });
    this.items = planes(arena, pool.size, pool.classCount);
    this.points = evaluation.isPool ? this.items : planes(arena, evaluation.size, pool.classCount);
    this.#indices =
      evaluation.isPool || evaluation.indices === null
        ? 0
        : arena.putWords(orders.points.map((x) => orders.itemPlaces[evaluation.indices?.[x] ?? 0]));
  }

  /** Takes over the labels: sums the planes of the classes in which they differ from the last ones. */
  update(labels: Labels): void {
    if (labels === this.#known) return;
    const { classCount } = this.#pool;
    const changed =
      this.#known === undefined
        ? Array.from({ length: classCount }, (_, y) => y)
        : changedClasses(itemsOf(this.#known), itemsOf(labels), classCount);
    this.#known = undefined; // stays so if a kernel rejects a pair on the way
    this.#dropColumns(labels);
    for (const y of changed) this.#sum(y, itemsOf(labels));
    this.#known = labels;
  }

  /** The similarities of all items to a labelled item: the address of its column. */
  column(index: number): number {
    return this.#columnsOf(index).items;
  }

  /** plane = the sum over labelled items, in their order, of the column of each times its weight. */
  sumColumns(
    which: "items" | "points",
    plane: number,
    labelled: readonly LabelledItem[],
    weightOf: (i: number) => number,
  ): void {
    this.#sums.sum(plane, this[which].stride, (add) => {
      for (let i = 0; i < labelled.length; i++) {
        const weight = weightOf(i);
        if (weight === 0) continue;
        const columns = this.#columnsOf(labelled[i].index);
        add(columns[which], weight, columns === this.#spare); // the spare place is needed again
      }
    });
  }

  /** The planes as a matrix, points x classes. */
  matrixOf(planes: Planes): Matrix {
    const { at, stride, count } = planes;
    const order = planes === this.items ? this.#orders.items : this.#orders.points;
    const result = matrix(count, this.#pool.classCount);
    const numbers = this.#arena.doubles(at, stride * result.cols);
    for (let y = 0; y < result.cols; y++) {
      for (let place = 0; place < count; place++) {
        result.data[order[place] * result.cols + y] = numbers[y * stride + place];
      }
    }
    return result;
  }

  #sum(y: number, labelled: readonly LabelledItem[]): void {
    const { items, points } = this;
    const plane = items.at + y * items.stride * 8;
    const pointPlane = points.at + y * points.stride * 8;
    const weights = (i: number) => labelled[i].weights[y];
    this.sumColumns("items", plane, labelled, weights);
    if (this.#pool.evaluation.indices === null) this.sumColumns("points", pointPlane, labelled, weights);
    if (this.#indices !== 0)
      this.#call("gather", { plane, indices: this.#indices, count: points.count, out: pointPlane });
  }

  /** The columns of a labelled item; where memory has no room for more, one block is shared by all that are not kept. */
  #columnsOf(index: number): { readonly items: number; readonly points: number } {
    const known = this.#columns.get(index);
    if (known !== undefined) return known;
    const bytes = (this.items.stride + this.#externalStride()) * 8;
    const keep = this.#spare === undefined || this.#arena.fits(bytes);
    const columns = keep ? this.#room() : this.#spare;
    if (columns === undefined) throw new Error("unreachable: the first column is always kept as the spare one");
    const { itemsWithLabel, pointsWithLabel } = this.#relations;
    const place = this.#orders.itemPlaces[index];
    this.#fill(itemsWithLabel, place, this.items.stride, columns.items);
    if (this.#pool.evaluation.indices === null) this.#fill(pointsWithLabel, place, this.points.stride, columns.points);
    if (this.#spare === undefined) this.#spare = columns;
    else if (keep) this.#columns.set(index, columns);
    return columns;
  }

  /** The similarities to one item. */
  #fill(relation: number, point: number, length: number, out: number): void {
    this.#call("fillRow", { relation, point, from: 0, to: length, out, scratch: this.#scratch });
  }

  #room(): { readonly items: number; readonly points: number } {
    const items = this.#arena.allocate(this.items.stride * 8);
    const stride = this.#externalStride();
    return { items, points: stride === 0 ? 0 : this.#arena.allocate(stride * 8) };
  }

  #externalStride(): number {
    return this.#pool.evaluation.indices === null ? this.points.stride : 0;
  }

  #dropColumns(labels: Labels): void {
    for (const [index, { items, points }] of this.#columns) {
      if (labels.has(index)) continue;
      this.#columns.delete(index);
      this.#arena.free(items, this.items.stride * 8);
      if (points !== 0) this.#arena.free(points, this.#externalStride() * 8);
    }
  }
}

/** Planes filled with zeros. */
export function planes(arena: Arena, count: number, classCount: number): Planes {
  const stride = Math.ceil(count / 8) * 8;
  return { at: arena.put([], stride * classCount), stride, count };
}

/** The classes whose weights differ between two ascending lists of labelled items. */
export function changedClasses(
  before: readonly LabelledItem[],
  after: readonly LabelledItem[],
  classCount: number,
): number[] {
  const changed = new Uint8Array(classCount);
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const a = before[i];
    const b = after[j];
    if (b === undefined || (a !== undefined && a.index < b.index)) {
      for (let y = 0; y < classCount; y++) changed[y] |= a.weights[y] > 0 ? 1 : 0;
      i++;
    } else if (a === undefined || b.index < a.index) {
      for (let y = 0; y < classCount; y++) changed[y] |= b.weights[y] > 0 ? 1 : 0;
      j++;
    } else {
      if (a.weights !== b.weights)
        for (let y = 0; y < classCount; y++) changed[y] |= a.weights[y] !== b.weights[y] ? 1 : 0;
      i++;
      j++;
    }
  }
  return Array.from(changed.keys()).filter((y) => changed[y] === 1);
}
