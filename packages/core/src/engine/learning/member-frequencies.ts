// k_x^L under each member of the bank that carries weight, and mixed, in the kernel's memory. As with one kernel
// (label-frequencies.ts) a label changes its classes only; these are summed again over the labelled items in ascending
// order, so that the bits are the definition's. New weights change the mixed planes alone: no kernel value is needed
// again, unless a member comes to carry weight that had none.
import { itemsOf, type LabelledItem, type Labels } from "../../labels.ts";
import { ColumnSums } from "../fast/column-sums.ts";
import { changedClasses, type Planes, planes } from "../fast/label-frequencies.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { MEMBER_BYTES } from "../memory/layout.ts";
import type { BaseDistances } from "./base-distances.ts";
import type { LocalFactors } from "./local-factors.ts";

/** Where the similarities of all items, and of evaluation points outside the pool, to a labelled item under a member are. */
interface Columns {
  readonly items: number;
  readonly points: number;
}

/** Keeps the members' frequencies up to date with the labels. */
export class MemberFrequencies {
  /** The mixed frequencies. */
  readonly items: Planes;
  readonly points: Planes;
  readonly #state: WasmState;
  readonly #distances: BaseDistances;
  readonly #factors: LocalFactors;
  readonly #members: number;
  readonly #memberCount: number;
  readonly #ofItems: number;
  readonly #ofPoints: number;
  readonly #indices: number;
  readonly #row: number;
  readonly #own: number;
  /** Of each labelled item by member: most members carry no weight, and have none. */
  readonly #columns = new Map<number, (Columns | undefined)[]>();
  readonly #sums: ColumnSums;
  /** For columns that find no room. */
  readonly #spare: Columns;
  /** Whose distances the row holds: one member after the other asks for them. */
  #filled: { readonly relation: number; readonly index: number } | undefined;
  /** The labels at which each member's planes were summed last. */
  readonly #summed: (Labels | undefined)[];

  /** @param members Where the kernel's description of the members is. */
  constructor(state: WasmState, distances: BaseDistances, factors: LocalFactors, members: number) {
    const { pool, arena } = state;
    const { evaluation, classCount } = pool;
    this.#state = state;
    this.#distances = distances;
    this.#factors = factors;
    this.#members = members;
    this.#memberCount = factors.bank.members.length;
    this.#summed = new Array(this.#memberCount).fill(undefined);
    this.items = planes(arena, pool.size, classCount);
    this.points = evaluation.isPool ? this.items : planes(arena, evaluation.size, classCount);
    this.#ofItems = arena.put([], this.items.stride * classCount * this.#memberCount);
    this.#ofPoints = this.#external ? arena.put([], this.points.stride * classCount * this.#memberCount) : 0;
    this.#indices = evaluation.isPool || this.#external ? 0 : arena.putWords(placesOfPoints(state));
    this.#sums = new ColumnSums(state);
    this.#row = arena.allocate(Math.max(this.items.stride, this.points.stride) * 8);
    this.#own = arena.allocate(factors.localities.length * 8);
    this.#spare = this.#place();
  }

  get #external(): boolean {
    return this.#state.pool.evaluation.indices === null;
  }

  /** Takes over the labels and mixes the frequencies of the members that carry weight, member after member. */
  update(labels: Labels, weights: Float64Array): void {
    const { classCount } = this.#state.pool;
    this.#dropColumns(labels);
    for (let m = 0; m < weights.length; m++) {
      const known = this.#summed[m];
      if (weights[m] === 0 || known === labels) continue;
      const all = Array.from({ length: classCount }, (_, y) => y);
      const changed = known ? changedClasses(itemsOf(known), itemsOf(labels), classCount) : all;
      this.#summed[m] = undefined; // stays so if the base kernel rejects a pair on the way
      for (const y of changed) this.#sum(m, y, itemsOf(labels));
      this.#summed[m] = labels;
    }
    this.#mix(weights);
  }

  /** Computes the columns of one labelled item that has none, under the members that carry weight; returns whether it did. */
  prepareOne(labels: Labels, weights: Float64Array): boolean {
    const item = itemsOf(labels).find(({ index }) => !this.#columns.has(index));
    if (item === undefined || !this.#fits) return false;
    for (let m = 0; m < weights.length; m++) if (weights[m] > 0) this.#columnsOf(item.index, m);
    return true;
  }

  /** Forgets all similarities, since the features are others now. */
  forget(): void {
    this.#drop(() => true);
    this.#summed.fill(undefined);
    this.#filled = undefined;
  }

  #mix(weights: Float64Array): void {
    this.#mixPlanes(this.items, this.#ofItems, weights);
    if (this.#external) this.#mixPlanes(this.points, this.#ofPoints, weights);
    if (this.#indices === 0) return;
    const { items, points } = this;
    for (let y = 0; y < this.#state.pool.classCount; y++) {
      const plane = items.at + y * items.stride * 8;
      this.#state.call("gather", {
        plane,
        indices: this.#indices,
        count: points.count,
        out: points.at + y * points.stride * 8,
      });
    }
  }

  #mixPlanes({ at, stride }: Planes, ofMembers: number, weights: Float64Array): void {
    for (let y = 0; y < this.#state.pool.classCount; y++) {
      const parts = ofMembers + y * this.#memberCount * stride * 8;
      this.#sums.sum(at + y * stride * 8, stride, (add) => {
        for (let m = 0; m < weights.length; m++) if (weights[m] > 0) add(parts + m * stride * 8, weights[m]);
      });
    }
  }

  #sum(m: number, y: number, labelled: readonly LabelledItem[]): void {
    this.#sumPlane("items", this.#ofItems, m, y, labelled);
    if (this.#external) this.#sumPlane("points", this.#ofPoints, m, y, labelled);
  }

  #sumPlane(which: "items" | "points", planes: number, m: number, y: number, labelled: readonly LabelledItem[]): void {
    const { stride } = this[which];
    this.#sums.sum(planes + (y * this.#memberCount + m) * stride * 8, stride, (add) => {
      for (const { index, weights } of labelled) {
        if (weights[y] === 0) continue;
        const columns = this.#columnsOf(index, m);
        add(columns[which], weights[y], columns === this.#spare); // the spare place is needed again
      }
    });
  }

  /** The columns of a labelled item under member m; where memory has no room, one place is shared by all that are not kept. */
  #columnsOf(index: number, m: number): Columns {
    const kept = this.#columns.get(index)?.[m];
    if (kept !== undefined) return kept;
    const { relations, pool, orders } = this.#state;
    const columns = this.#fits ? this.#place() : this.#spare;
    const place = orders.itemPlaces[index];
    this.#fill(relations.itemsWithLabel, place, m, pool.size, this.#factors.items, columns.items);
    if (this.#external) {
      this.#fill(relations.pointsWithLabel, place, m, pool.evaluation.size, this.#factors.points, columns.points);
    }
    if (columns === this.#spare) return columns;
    const ofItem = this.#columns.get(index) ?? new Array<Columns | undefined>(this.#memberCount).fill(undefined);
    ofItem[m] = columns;
    this.#columns.set(index, ofItem);
    return columns;
  }

  #fill(relation: number, index: number, m: number, count: number, factors: Factors, out: number): void {
    const { arena, call } = this.#state;
    const { items, localities } = this.#factors;
    if (this.#filled?.relation !== relation || this.#filled.index !== index) {
      this.#distances.fill(relation, index, count, this.#row);
      this.#filled = { relation, index };
    }
    const own = arena.doubles(this.#own, localities.length);
    const ofItems = arena.doubles(items.at, localities.length * items.stride);
    for (let l = 0; l < own.length; l++) own[l] = ofItems[l * items.stride + index];
    call("memberColumns", {
      members: this.#members + m * MEMBER_BYTES,
      memberCount: 1,
      distances: this.#row,
      count: factors.stride,
      factors: factors.at,
      own: this.#own,
      out,
    });
  }

  get #itemBytes(): number {
    return this.items.stride * 8;
  }

  get #pointBytes(): number {
    return this.#external ? this.points.stride * 8 : 0;
  }

  /** Whether there is room for one more member's columns. */
  get #fits(): boolean {
    return this.#state.arena.fits(this.#itemBytes + this.#pointBytes);
  }

  #place(): Columns {
    const { arena } = this.#state;
    return { items: arena.allocate(this.#itemBytes), points: this.#external ? arena.allocate(this.#pointBytes) : 0 };
  }

  #dropColumns(labels: Labels): void {
    this.#drop((index) => !labels.has(index));
  }

  #drop(unwanted: (index: number) => boolean): void {
    for (const [index, ofItem] of this.#columns) {
      if (!unwanted(index)) continue;
      this.#columns.delete(index);
      for (const columns of ofItem) {
        if (columns === undefined) continue;
        this.#state.arena.free(columns.items, this.#itemBytes);
        if (columns.points !== 0) this.#state.arena.free(columns.points, this.#pointBytes);
      }
    }
  }
}

/** Where the evaluation points that are items lie among the items. */
function placesOfPoints({ pool, orders }: WasmState): Uint32Array {
  return orders.points.map((x) => orders.itemPlaces[pool.evaluation.indices?.[x] ?? 0]);
}

type Factors = LocalFactors["items"];
