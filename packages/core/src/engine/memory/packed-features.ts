// Features as the kernel reads them: dense ones in packs of eight items, column after column; sparse ones as they are,
// scaled to length 1 for the cosine. The scaling divides once, as the definition does, so the products have its bits.
import { chosenItems, type Features, isGroups, isSparse, type SparseMatrix } from "../../features.ts";
import { gammaOf } from "../../kernels/gamma-of.ts";
import type { LeafKernel } from "../../kernels/learning/leaves.ts";
import type { Matrix } from "../../matrix.ts";
import type { Orders, Part } from "../fast/relations.ts";
import type { Arena } from "./arena.ts";
import {
  KIND_COSINE,
  KIND_HAMMING,
  KIND_LEAVES,
  KIND_RBF,
  KIND_SPARSE_COSINE,
  PART_BYTES,
  PART_COLUMNS,
  PART_FACTOR,
  PART_KIND,
  PART_PACKS,
  PART_POINT_PACKS,
  PART_POINT_STARTS,
  PART_REJECTED,
  PART_STARTS,
  PART_TABLE,
} from "./layout.ts";

const KINDS = { rbf: KIND_RBF, hamming: KIND_HAMMING } as const;

/** A factor of the similarity in the kernel's memory. */
export interface Packed {
  readonly onHost: boolean;
  readonly columns: number;
  /** Fills in the 64 bytes of a part, for a relation of points or of items, with points or with items. */
  describe(place: number, ofPoints: boolean, withPoints: boolean): void;
}

/** Writes features to the kernel's memory, each set once. */
export class PartWriter {
  readonly #arena: Arena;
  readonly #rejected: number;
  readonly #orders: Orders;
  readonly #packs = new Map<Features, number>();

  constructor(arena: Arena, rejected: number, orders: Orders) {
    this.#orders = orders;
    this.#arena = arena;
    this.#rejected = rejected;
  }

  /** A factor, packed; on the host where the WASM side does not know it. */
  pack({ similarity, items, points }: Part): Packed {
    const json = similarity.toJSON();
    const dense = !isGroups(items) && !isSparse(items) && !isGroups(points) && !isSparse(points);
    if (json.own !== true && (json.name === "rbf" || json.name === "hamming") && dense) {
      const { items: order, points: pointOrder } = this.#orders;
      const packs = [this.#dense(items, order), this.#dense(points, pointOrder)];
      return this.#packed(KINDS[json.name], items.cols, -gammaOf(json.bandwidth as number), packs);
    }
    if (json.name === "leaves" && json.own !== true && "distances" in similarity && dense)
      return this.#leaves(similarity as LeafKernel, items, points);
    if (json.own === true || json.name !== "cosine" || isGroups(items) || isGroups(points)) {
      return { onHost: true, columns: 0, describe: () => {} };
    }
    const rejected = json.negative === "zero" ? 0 : this.#rejected;
    if (dense) {
      const { items: order, points: pointOrder } = this.#orders;
      const packs = [
        this.#dense(unit(items as Matrix), order, items),
        this.#dense(unit(points as Matrix), pointOrder, points),
      ];
      return this.#packed(KIND_COSINE, items.cols, 0, packs, rejected);
    }
    return this.#sparse(items as SparseMatrix | Matrix, points as SparseMatrix | Matrix, rejected);
  }

  #packed(kind: number, columns: number, factor: number, packs: number[], rejected = 0): Packed {
    return {
      onHost: false,
      columns,
      describe: (place, ofPoints, withPoints) => {
        const words = this.#arena.words(place, PART_BYTES / 4);
        words[PART_KIND / 4] = kind;
        words[PART_COLUMNS / 4] = columns;
        words[PART_PACKS / 4] = packs[ofPoints ? 1 : 0];
        words[PART_POINT_PACKS / 4] = packs[withPoints ? 1 : 0];
        words[PART_REJECTED / 4] = rejected;
        this.#arena.doubles(place + PART_FACTOR, 1)[0] = factor;
      },
    };
  }

  #leaves({ distances }: LeafKernel, items: Matrix, points: Matrix): Packed {
    const table = this.#arena.put(distances);
    const packs = [this.#dense(items, this.#orders.items), this.#dense(points, this.#orders.points)];
    const packed = this.#packed(KIND_LEAVES, items.cols, -1, packs);
    return {
      ...packed,
      describe: (place, ofPoints, withPoints) => {
        packed.describe(place, ofPoints, withPoints);
        this.#arena.words(place, PART_BYTES / 4)[PART_TABLE / 4] = table;
      },
    };
  }

  #sparse(items: SparseMatrix | Matrix, points: SparseMatrix | Matrix, rejected: number): Packed {
    const ofItems = this.#putSparse(items, this.#orders.items);
    const places = [ofItems, items === points ? ofItems : this.#putSparse(points, this.#orders.points)];
    return {
      onHost: false,
      columns: items.cols,
      describe: (place, ofPoints, withPoints) => {
        const words = this.#arena.words(place, PART_BYTES / 4);
        words[PART_KIND / 4] = KIND_SPARSE_COSINE;
        words[PART_COLUMNS / 4] = items.cols;
        words[PART_REJECTED / 4] = rejected;
        words.set(places[ofPoints ? 1 : 0], PART_STARTS / 4); // starts, indices, values
        words.set(places[withPoints ? 1 : 0], PART_POINT_STARTS / 4);
      },
    };
  }

  /** Packs of eight; missing items at the end are zeros, whose similarities nobody reads. */
  #dense(features: Matrix, order: Uint32Array, key: Features = features): number {
    const { rows, cols } = features;
    const known = this.#packs.get(key);
    if (known !== undefined) return known;
    const at = this.#arena.allocate(Math.ceil(rows / 8) * 8 * cols * 8);
    writePacks(this.#arena, at, features, order);
    this.#packs.set(key, at);
    return at;
  }

  #putSparse(features: SparseMatrix | Matrix, order: Uint32Array): number[] {
    const { rows, starts, columns, values } = unitSparse(
      chosenItems(isSparse(features) ? features : sparseOf(features), order) as SparseMatrix,
    );
    const room = Math.ceil(rows / 8) * 8 + 1;
    const at = this.#arena.putWords(starts, room);
    this.#arena.words(at, room).fill(starts[rows], rows + 1);
    return [at, this.#arena.putWords(columns), this.#arena.put(values)];
  }
}

/** Writes dense features to packs of eight, in this order. */
export function writePacks(arena: Arena, at: number, { rows, cols, data }: Matrix, order: Uint32Array): void {
  const packs = arena.doubles(at, Math.ceil(rows / 8) * 8 * cols);
  packs.fill(0);
  for (let i = 0; i < rows; i++) {
    const start = (i - (i % 8)) * cols + (i % 8);
    for (let d = 0; d < cols; d++) packs[start + d * 8] = data[order[i] * cols + d];
  }
}

/** Rows scaled to length 1; rows of length 0 become 0, so that every similarity with them is 0. */
function unit({ rows, cols, data }: Matrix): Matrix {
  const scaled = new Float64Array(data.length);
  for (let i = 0; i < rows; i++) {
    const length = norm(data, i * cols, (i + 1) * cols);
    if (length === 0) continue;
    for (let at = i * cols; at < (i + 1) * cols; at++) scaled[at] = data[at] / length;
  }
  return { rows, cols, data: scaled };
}

function unitSparse(features: SparseMatrix): SparseMatrix {
  const values = new Float64Array(features.values.length);
  for (let i = 0; i < features.rows; i++) {
    const length = norm(features.values, features.starts[i], features.starts[i + 1]);
    if (length === 0) continue;
    for (let at = features.starts[i]; at < features.starts[i + 1]; at++) values[at] = features.values[at] / length;
  }
  return { ...features, values };
}

function norm(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += values[at] * values[at];
  return Math.sqrt(sum);
}

function sparseOf({ rows, cols, data }: Matrix): SparseMatrix {
  const starts = new Uint32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    let count = 0;
    for (let d = 0; d < cols; d++) if (data[i * cols + d] !== 0) count++;
    starts[i + 1] = starts[i] + count;
  }
  const columns = new Uint32Array(starts[rows]);
  const values = new Float64Array(starts[rows]);
  let next = 0;
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) continue;
    columns[next] = at % cols;
    values[next++] = data[at];
  }
  return { rows, cols, starts, columns, values };
}
