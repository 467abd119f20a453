// Sums of upper bounds over the evaluation points, kept from question to question: a label changes few points by much, and
// only their terms are replaced. What the sums lack for the others is known and added to the bounds
// (docs/decisions/0327-kept-bounds.md).
import { BOUND_POINT_BYTES } from "../memory/layout.ts";
import type { BoundLists, Segment } from "./bound-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/**
 * Shortfalls may add up to this share of the best gain of the last question, and a term may be too large by a share that is
 * a fifth of it: the less is replaced, the more candidates have to be looked at. The share lies between these.
 */
const MIN_SHORT = 0.1;
const MAX_SHORT = 1;
const SLACK = 0.2;
/** What replacing a term and looking at one column of a pair take, as measured: each point has 100 terms or so for a thousand items. */
const REPLACING = 0.12;
const LOOKING = 0.3;
/** Segments in one round of jobs. */
const AT_ONCE = 32;
/** The shortfalls are sorted into so many orders of magnitude; see wasm/bound-points.ts. */
const ORDERS = 64;

/** What bounds are computed with. */
export interface SumsRequest {
  readonly alpha: Float64Array;
  readonly betaAt: number;
  readonly scale: number;
  readonly margin: number;
}

/** Upper bounds of the gains of all items, by sums that are kept. */
export class BoundSums {
  /** What is known of each point, and the gaps once more in 32 bits. */
  readonly points: number;
  readonly gaps: number;
  /** Per segment what no tail exceeds. */
  readonly open: number[] = [];
  readonly #state: WasmState;
  readonly #weightScale: number;
  readonly #kept: number;
  readonly #changes: number;
  readonly #shortfalls: number;
  readonly #room: number;
  /** The priors that the kept sums are for; none before the first question. */
  #alpha: Float64Array | undefined;
  #short = MIN_SHORT;
  #changed = 0;

  constructor(state: WasmState, weightScale: number) {
    const { pool, arena } = state;
    const { size } = pool.evaluation;
    this.#state = state;
    this.#weightScale = weightScale;
    this.points = arena.allocate(size * BOUND_POINT_BYTES);
    this.gaps = arena.allocate(Math.ceil(size / 8) * 32);
    this.#kept = arena.allocate(size * BOUND_POINT_BYTES);
    this.#changes = arena.allocate(size * 4);
    this.#shortfalls = arena.allocate(pool.classCount * 8);
    this.#room = arena.allocate((size + ORDERS) * 8);
  }

  /** Takes over the frequencies of now. */
  describe(alphaAt: number): void {
    const { pool, jobs, frequencies, weights } = this.#state;
    const { points } = frequencies;
    jobs.call("describeBounds", {
      freq: points.at,
      stride: points.stride,
      pointCount: pool.evaluation.size,
      classCount: pool.classCount,
      alpha: alphaAt,
      weights,
      weightScale: this.#weightScale,
      out: this.points,
      narrowGaps: this.gaps,
    });
  }

  /**
   * Writes upper bounds of the gains of all items to the state's scores.
   * @param best The best gain of the last question, in the unit of the sums; 0 for the smallest bounds.
   */
  score(lists: BoundLists, best: number, request: SumsRequest): void {
    const { pool, jobs } = this.#state;
    const { segments, lanes, keepsSums } = lists;
    const kept = this.#kept;
    const fresh = !keepsSums || this.#alpha === undefined || !isSame(this.#alpha, request.alpha);
    if (fresh) jobs.call("forgetBounds", { kept, pointCount: pool.evaluation.size });
    this.#alpha = undefined; // stays so if a job fails on the way
    const changeCount = this.#plan(best);
    const atOnce = keepsSums ? AT_ONCE : lanes.length;
    for (let done = 0; done < segments.length; done += atOnce) {
      const open = this.#run(lists, segments.slice(done, done + atOnce), { changeCount, fresh, ...request });
      this.open.splice(done, open.length, ...open);
    }
    jobs.call("keepBounds", { points: this.points, kept, changes: this.#changes, changeCount });
    this.#alpha = request.alpha;
    this.#changed = changeCount;
  }

  /** Learns how many candidates had to be looked at: how much is replaced from now on takes about as long. */
  learn(looked: number, columns: number): void {
    const { pool } = this.#state;
    const looking = LOOKING * looked * pool.evaluation.size * columns;
    const replacing = REPLACING * this.#changed * pool.size;
    if (looking > replacing) this.#short = Math.max(MIN_SHORT, this.#short / 1.5);
    else if (looking < replacing / 2) this.#short = Math.min(MAX_SHORT, this.#short * 1.5);
  }

  /** Lists the points whose terms are to be replaced. */
  #plan(best: number): number {
    const { pool, jobs, frequencies } = this.#state;
    const { at, stride } = frequencies.points;
    return jobs.call("planBounds", {
      freq: at,
      stride,
      pointCount: pool.evaluation.size,
      classCount: pool.classCount,
      points: this.points,
      kept: this.#kept,
      budget: best * this.#short,
      slack: best > 0 ? this.#short * SLACK : 0,
      changes: this.#changes,
      shortfalls: this.#shortfalls,
      room: this.#room,
    });
  }

  #run(
    { tails, firstSum }: BoundLists,
    segments: readonly Segment[],
    given: SumsRequest & { readonly changeCount: number; readonly fresh: boolean },
  ): number[] {
    const { pool, jobs, frequencies, scores } = this.#state;
    const { at, stride } = frequencies.items;
    const { changeCount, fresh, alpha, betaAt, scale, margin } = given;
    const sum = alpha.reduce((total, prior) => total + prior, 0);
    return jobs.run(
      "scoreBounds",
      segments.map(({ from, to, data, starts, cuts, planes }) => ({
        from,
        to,
        data,
        starts,
        cuts,
        pointCount: pool.evaluation.size,
        points: this.points,
        kept: this.#kept,
        changes: this.#changes,
        changeCount,
        shortfalls: this.#shortfalls,
        classCount: pool.classCount,
        freq: at,
        stride,
        beta: betaAt,
        planes,
        fresh: fresh ? 1 : 0,
        unit: unitOf(pool.evaluation.size, sum),
        tails: tails + from * 4,
        tailScale: tailScale(firstSum, alpha),
        scale,
        margin,
        scores,
      })),
    );
  }
}

/**
 * What 1 is in whole numbers of 32 bits of which so many terms are added up. A term is below 1, and with priors of the sum s
 * below 2 / s, since similarities are at most 1 and the edges of their buckets at most 2.
 */
function unitOf(pointCount: number, sum: number): number {
  return Math.floor((2 ** 32 - 1) / pointCount) * Math.max(1, sum / 2);
}

/** Sums of w / (s + w) at other priors: with a smaller s they grow at most by the ratio. */
export function tailScale(firstSum: number, alpha: Float64Array): number {
  const sum = alpha.reduce((total, prior) => total + prior, 0);
  return Math.max(1, firstSum / sum);
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.every((number, i) => number === b[i]);
}
