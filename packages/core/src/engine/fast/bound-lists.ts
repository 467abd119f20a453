// Lists for upper bounds of the gain (wasm/bound-lists.ts): for each segment of neighbouring items and each evaluation point
// the items whose similarity is not negligible, two bytes each. A few segments at a time are built in rooms of their own and
// then moved to where they stay, since nobody knows their length before.
import { BOUND_KEY_BITS, BOUND_POINTS, STEP_ITEMS } from "../memory/layout.ts";
import { type NarrowKernel, narrowKernel } from "./narrow-kernel.ts";
import { packsOf } from "./relations.ts";
import type { WasmState } from "./wasm-state.ts";

/** Items per segment at most: what is summed up for a segment stays in the second cache. */
const MAX_ITEMS = 32768;
/** Similarities below this share of the sum of the priors are not listed: what they add to a gain is below it too. */
const MIN_SHARE = 2 ** -10;
/** Of the memory that is left, lists take this share: columns of labelled items need room too. */
const SHARE_OF_ROOM = 0.85;
/** Sums are kept for all segments where they take at most this share of it. */
const SHARE_OF_SUMS = 1 / 8;

/** The lists of one segment, and where its sums are. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly starts: number;
  readonly cuts: number;
  readonly planes: number;
  data: number;
}

/** Room in which one segment at a time is worked on. */
interface Lane {
  readonly narrow: number;
  readonly rows: number;
  readonly histogram: number;
  readonly staging: number;
}

/** How features are narrowed, as the functions of the kernel are told. */
interface Narrowing {
  readonly packs: number;
  readonly centre: number;
  readonly narrowScale: number;
  readonly narrowPoints: number;
  readonly cols: number;
  readonly shrink: number;
  readonly lift: number;
}

/** Lists in the kernel's memory. */
export class BoundLists {
  readonly segments: readonly Segment[];
  readonly lanes: readonly Lane[];
  /** Per item sums of w / (firstSum + w), as numbers of 32 bits: over all points, and over those that do not list it. */
  readonly first: number;
  readonly tails: number;
  readonly firstSum: number;
  readonly segmentItems: number;
  /** Whether each segment has sums of its own, which stay from question to question. */
  readonly keepsSums: boolean;
  /** Per segment where its cuts are; per point its largest cut. */
  readonly cuts: number;
  readonly ends: number;
  readonly #state: WasmState;
  /** How features are narrowed, as the functions of the kernel are told; packs are 0 where they are not. */
  readonly narrowing: Narrowing;
  readonly #weightScale: number;
  readonly #capacity: number;
  /** Bytes that are left to others. */
  readonly #reserve: number;
  #done = 0;

  /** @param firstSum The sum of the priors at an evaluation point. */
  constructor(state: WasmState, firstSum: number, weightScale: number) {
    const { pool, arena, jobs } = state;
    this.#state = state;
    this.#weightScale = weightScale;
    this.firstSum = firstSum;
    const narrow = narrowKernel(pool);
    const { size, evaluation } = pool;
    const items = segmentItems(size, jobs.threads);
    this.segmentItems = items;
    this.first = arena.allocate(size * 4 + 64);
    this.tails = arena.allocate(size * 4 + 64);
    const cols = narrow?.columns ?? 0;
    this.narrowing =
      narrow === undefined
        ? { packs: 0, centre: 0, narrowScale: 0, narrowPoints: 0, cols, shrink: 0, lift: 0 }
        : writeNarrow(state, narrow);
    const segmentCount = Math.ceil(size / items);
    const lanes = Math.min(segmentCount, jobs.threads, state.scratchAreas.length);
    const planeBytes = items * pool.classCount * 8;
    this.keepsSums = segmentCount * planeBytes <= arena.left * SHARE_OF_SUMS;
    const planes = Array.from({ length: this.keepsSums ? segmentCount : lanes }, () => arena.allocate(planeBytes));
    this.segments = Array.from({ length: segmentCount }, (_, s) => ({
      from: s * items,
      to: Math.min(size, (s + 1) * items),
      starts: arena.allocate((evaluation.size + 1) * 4),
      cuts: arena.allocate(evaluation.size * 4),
      planes: planes[s % planes.length],
      data: 0,
    }));
    this.cuts = arena.putWords(this.segments.map(({ cuts }) => cuts));
    this.ends = arena.allocate(evaluation.size * 4);
    // At most two bytes for each pair, and four for each of the buckets of each list.
    const most = items * 2 + 2 + 4 * Math.min(items, 1 << BOUND_KEY_BITS);
    this.#reserve = arena.left * (1 - SHARE_OF_ROOM);
    const room = Math.max(0, arena.left - this.#reserve);
    const share = room / (this.segments.length + 1.1 * lanes);
    this.#capacity = Math.floor(Math.min(2 ** 31 - 1, most * evaluation.size, 1.1 * share) / 2);
    this.lanes = Array.from({ length: lanes }, () => ({
      narrow: arena.allocate(items * cols * 4),
      rows: arena.allocate(Math.max(STEP_ITEMS * 8, cols * 32) + items * 4 * (BOUND_POINTS + 1)),
      histogram: arena.put([], 1 << (BOUND_KEY_BITS - 1)),
      staging: arena.allocate(this.#capacity * 2),
    }));
  }

  /** The share of the lists that is there. */
  get share(): number {
    return this.#done / this.segments.length;
  }

  /** Builds the lists of the next few segments. */
  buildSome(): void {
    const { pool, arena, jobs, relations, scratchAreas, weights } = this.#state;
    const next = this.segments.slice(this.#done, this.#done + this.lanes.length);
    // A segment may take a little more than its share of what is left: with twice the share nothing was left for the last ones.
    const share = Math.max(0, arena.left - this.#reserve - 64 * next.length) / (this.segments.length - this.#done);
    const most = share * Math.min(1.1, (this.segments.length - this.#done) / next.length);
    const capacity = Math.floor(Math.min(this.#capacity, most / 2));
    const used = jobs.run(
      "listBounds",
      next.map((segment, lane) => ({
        relation: relations.itemsWithPoint,
        ...this.narrowing,
        narrow: this.lanes[lane].narrow,
        from: segment.from,
        to: segment.to,
        pointCount: pool.evaluation.size,
        least: leastListed(this.firstSum),
        data: this.lanes[lane].staging,
        capacity,
        starts: segment.starts,
        cuts: segment.cuts,
        firstSum: this.firstSum,
        first: this.first + segment.from * 4,
        tails: this.tails + segment.from * 4,
        weights,
        weightScale: this.#weightScale,
        histogram: this.lanes[lane].histogram,
        rows: this.lanes[lane].rows,
        scratch: scratchAreas[lane].scratch,
      })),
    );
    const ends = new Float32Array(arena.memory.buffer, this.ends, pool.evaluation.size);
    for (const { cuts } of next) {
      const own = new Float32Array(arena.memory.buffer, cuts, ends.length);
      for (let x = 0; x < ends.length; x++) if (own[x] > ends[x]) ends[x] = own[x];
    }
    next.forEach((segment, lane) => {
      const bytes = Math.max(2, used[lane] * 2);
      segment.data = arena.allocate(bytes);
      const { staging } = this.lanes[lane];
      new Uint8Array(arena.memory.buffer).copyWithin(segment.data, staging, staging + bytes);
    });
    this.#done += next.length;
  }
}

/** Writes the points' narrow features to memory. */
function writeNarrow({ pool, arena, jobs, relations }: WasmState, narrow: NarrowKernel): Narrowing {
  const { columns: cols, scale, shrink, lift } = narrow;
  const count = Math.ceil(pool.evaluation.size / 8) * 8;
  const centre = arena.put(narrow.centre);
  const narrowPoints = arena.allocate(count * cols * 4);
  const ofPoints = packsOf(arena, relations.pointsWithItem);
  jobs.call("narrowPacks", { packs: ofPoints, cols, count, centre, scale, out: narrowPoints });
  const packs = packsOf(arena, relations.itemsWithPoint);
  return { packs, centre, narrowScale: scale, narrowPoints, cols, shrink, lift };
}

/** The similarity from which on items are listed: a power of two, so that it is the edge of a bucket. */
function leastListed(firstSum: number): number {
  return 2 ** Math.max(-100, Math.min(-4, Math.floor(Math.log2(firstSum * MIN_SHARE))));
}

/** Items per segment, a multiple of eight: enough segments for all threads, none too large. */
function segmentItems(size: number, threads: number): number {
  const wanted = Math.max(
    Math.ceil(size / MAX_ITEMS),
    threads === 1 ? 1 : Math.min(2 * threads, Math.ceil(size / 2048)),
  );
  return Math.ceil(Math.ceil(size / wanted) / 8) * 8;
}
