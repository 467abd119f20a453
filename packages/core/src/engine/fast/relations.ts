// What the kernel compares with what, written to its memory: the features in packs of eight items, and one relation for
// each way in which similarities are needed. Kernels that the WASM side does not know, or whose values differ from it
// in a single bit, are asked on this side, pair by pair, with the arguments in the order of the definition.
import { type FeatureGroups, type Features, isGroups } from "../../features.ts";
import type { Kernel as Similarity } from "../../kernels/kernel.ts";
import { similarityOf } from "../../kernels/similarity-of.ts";
import type { Pool } from "../../pool.ts";
import type { Arena } from "../memory/arena.ts";
import {
  KIND_HOST,
  KIND_RBF,
  PART_BYTES,
  PART_COLUMNS,
  PART_KIND,
  PART_NUMBER,
  PART_PACKS,
  RELATION_HEAD_BYTES,
  STEP_ITEMS,
} from "../memory/layout.ts";
import { type Packed, PartWriter } from "../memory/packed-features.ts";
import type { WasmArguments } from "../memory/wasm-calls.ts";
import type { HostRow } from "../memory/wasm-module.ts";
import { neighbourOrder, placesIn } from "./neighbour-order.ts";

/** Addresses of the relations: "a with b" compares one b with a range of a. */
export interface Relations {
  readonly itemsWithPoint: number;
  readonly pointsWithItem: number;
  readonly itemsWithLabel: number;
  readonly pointsWithLabel: number;
  /** Whether some similarities are computed on this side, which only the thread that has the pool can do. */
  readonly onHost: boolean;
  /** Bytes of scratch that one thread needs. */
  readonly scratchBytes: number;
  /** Throws what the kernel throws for a pair that it rejects, if the WASM side met one. */
  check(): void;
}

/** Where items and evaluation points lie in the kernel's memory: in an order of neighbours. */
export interface Orders {
  /** The item at each position, and the position of each item. */
  readonly items: Uint32Array;
  readonly itemPlaces: Uint32Array;
  readonly points: Uint32Array;
  readonly pointPlaces: Uint32Array;
}

/** The orders of a pool; the items that are scored lie before the others. */
export function ordersOf({ features, evaluation, candidateOrder }: Pool, scored: number): Orders {
  const parts = candidateOrder === null ? [] : [candidateOrder.slice(0, scored), candidateOrder.slice(scored)];
  const items = neighbourOrder(features, parts);
  const points = evaluation.isPool ? items : neighbourOrder(evaluation.features);
  return { items, itemPlaces: placesIn(items), points, pointPlaces: placesIn(points) };
}

/** One factor of the similarity: a kernel and the features that it reads. */
export interface Part {
  readonly similarity: Similarity;
  readonly items: Features;
  readonly points: Features;
}

const NAMES = ["itemsWithPoint", "pointsWithItem", "itemsWithLabel", "pointsWithLabel"] as const;

/** Kernels whose values are at most 1, so that their product needs no check. */
const UNIT_KERNELS = ["rbf", "hamming", "cosine"];

/** The factors of a pool's kernel. */
export function partsOf({ kernel, features, evaluation }: Pool): Part[] {
  const { parts } = kernel as { parts?: readonly Similarity[] };
  const isProduct = kernel.name === "product" && parts !== undefined && kernel.toJSON().own !== true;
  const unbounded = parts?.filter(({ name }) => !UNIT_KERNELS.includes(name)).length ?? 0;
  if (!isProduct || !isGroups(features) || unbounded > 1) {
    return [{ similarity: kernel, items: features, points: evaluation.features }];
  }
  return parts.map((similarity, g) => ({
    similarity,
    items: features.groups[g],
    points: (evaluation.features as FeatureGroups).groups[g],
  }));
}

type FillRow = (given: WasmArguments<"fillRow">) => void;

/** Writes the relations of a pool; `fillRow` is only used to compare a few of its values with the definition's. */
export function writeRelations(
  pool: Pool,
  parts: readonly Part[],
  orders: Orders,
  arena: Arena,
  fillRow: FillRow,
): Relations {
  const rejected = arena.allocate(16);
  arena.words(rejected, 4).fill(0);
  const writer = new PartWriter(arena, rejected, orders);
  const packed = parts.map((part) => writer.pack(part));
  const columns = Math.max(1, ...packed.map(({ columns }) => columns));
  const scratchBytes = (STEP_ITEMS + 2 * columns) * 8;
  const scratch = arena.allocate(scratchBytes);
  const row = arena.allocate(64);
  parts.forEach((part, p) => {
    if (packed[p].onHost || agrees(part, packed[p], columns, orders, arena, fillRow, scratch, row)) return;
    packed[p] = { onHost: true, columns: 0, describe: () => {} };
  });
  arena.words(rejected, 4).fill(0);
  const relations = Object.fromEntries(NAMES.map((name, r) => [name, relation(arena, packed, r, columns)]));
  return {
    ...(relations as Record<(typeof NAMES)[number], number>),
    onHost: packed.some(({ onHost }) => onHost),
    scratchBytes,
    check() {
      const [place, point, other] = arena.words(rejected, 3);
      if (place === 0) return;
      arena.words(rejected, 1)[0] = 0;
      const part = parts[(place - 1) >> 2];
      similarityAt(pool, orders, part, (place - 1) & 3, point, other);
    },
  };
}

/** Where the packs lie of what a relation of one dense part compares with its points. */
export function packsOf(arena: Arena, relation: number): number {
  return arena.words(relation + RELATION_HEAD_BYTES + PART_PACKS, 1)[0];
}

/** One relation: a count of parts, the most columns of any, then the parts. */
function relation(arena: Arena, packed: readonly Packed[], r: number, columns: number): number {
  const at = arena.allocate(RELATION_HEAD_BYTES + packed.length * PART_BYTES);
  arena.words(at, 2).set([packed.length, columns]);
  packed.forEach((part, p) => {
    const place = at + RELATION_HEAD_BYTES + p * PART_BYTES;
    const words = arena.words(place, PART_BYTES / 4).fill(0);
    words[PART_KIND / 4] = part.onHost ? KIND_HOST : KIND_RBF;
    words[PART_COLUMNS / 4] = part.columns;
    words[PART_NUMBER / 4] = p * 4 + r;
    part.describe(place, r === 1 || r === 3, r === 0);
  });
  return at;
}

/** Whether the WASM side gives the definition's bits for the first items and a few points. */
function agrees(
  part: Part,
  packed: Packed,
  columns: number,
  { items }: Orders,
  arena: Arena,
  fillRow: FillRow,
  scratch: number,
  row: number,
): boolean {
  const single = relation(arena, [packed], 2, columns);
  for (const point of [0, part.items.rows >> 1, part.items.rows - 1]) {
    fillRow({ relation: single, point, from: 0, to: 8, out: row, scratch });
    for (let i = 0; i < Math.min(8, part.items.rows); i++) {
      const expected = valueOrRejection(part, items[i], items[point]);
      if (expected !== undefined && !Object.is(expected, arena.doubles(row, 8)[i])) return false;
    }
  }
  return true;
}

function valueOrRejection({ similarity, items }: Part, i: number, point: number): number | undefined {
  try {
    return similarityOf(similarity, items, i, items, point);
  } catch {
    return undefined;
  }
}

/** The host's side of a relation. */
export function hostRowOf(pool: Pool, parts: readonly Part[], orders: Orders, arena: () => Arena): HostRow {
  return (place, point, from, to, out) => {
    const part = parts[place >> 2];
    const r = place & 3;
    const count = r === 1 || r === 3 ? pool.evaluation.size : pool.size;
    const values = new Float64Array(to - from); // own kernels may throw, and must not see a memory that grows
    for (let i = from; i < Math.min(to, count); i++) values[i - from] = similarityAt(pool, orders, part, r, point, i);
    arena()
      .doubles(out, to - from)
      .set(values);
  };
}

/** One value of a relation, of two positions. */
function similarityAt(pool: Pool, orders: Orders, part: Part, r: number, place: number, other: number): number {
  const one = r === 0 ? orders.points[place] : orders.items[place];
  return similarityOfItems(pool, part, r, one, r === 1 || r === 3 ? orders.points[other] : orders.items[other]);
}

/** The same of the items themselves, with the arguments as the definition passes them. */
function similarityOfItems({ evaluation }: Pool, part: Part, r: number, point: number, other: number): number {
  const { similarity, items, points } = part;
  const { indices } = evaluation;
  if (r === 2) return similarityOf(similarity, items, other, items, point);
  if (indices === null) {
    const [x, item] = r === 0 ? [point, other] : [other, point];
    return similarityOf(similarity, points, x, items, item);
  }
  if (r === 0) return similarityOf(similarity, items, other, items, indices[point]);
  if (r === 1) return similarityOf(similarity, items, point, items, indices[other]);
  return similarityOf(similarity, items, indices[other], items, point);
}
