// The best candidates by xPAL without the gains of all: upper bounds first, then the definition's score of those that may be
// among the best, most promising first, until no bound reaches the best score found.
import { type Features, isGroups } from "../../features.ts";
import { chooseByBounds } from "../choose-by-bounds.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { BOUND_POINTS, STEP_ITEMS } from "../memory/layout.ts";
import { answerOf, ascendingPlaces } from "./bound-answer.ts";
import { BoundLists } from "./bound-lists.ts";
import { BoundSums, tailScale } from "./bound-sums.ts";
import { gather } from "./gather.ts";
import type { WasmState } from "./wasm-state.ts";

/** As in wasm/bound-scores.ts. */
const LEAST = Math.fround(1e-37);

/** What a choice is made by, besides the gains. */
export interface BoundRequest {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** Where the priors are. */
  readonly alphaAt: number;
  readonly betaAt: number;
  /** What is added to the gain of each candidate, and what its label costs; null for none. */
  readonly added: Float64Array | null;
  readonly costs: Float64Array | null;
}

/** Some of the positions that are asked for, and where the answers go. */
interface Part {
  readonly at: number;
  readonly count: number;
  readonly out: number;
}

/** Chooses by bounds on one state. */
export class BoundGains {
  /** The shares of the candidates whose bound was refined and whose score was computed for the last answer. */
  refined = 1;
  evaluated = 1;
  readonly #state: WasmState;
  readonly #sums: BoundSums;
  readonly #rooms: readonly { readonly chances: number; readonly live: number; readonly rows: number }[];
  readonly #mostWeight: number;
  /** The best gain found for the last answer. */
  #best = 0;
  #openRoom: { readonly packs: number; readonly places: number; readonly gaps: number } | undefined;
  #asked: { readonly at: number; readonly out: number; readonly room: number } | undefined;
  #lists: BoundLists | undefined;

  constructor(state: WasmState) {
    const { pool, arena, scratchAreas } = state;
    this.#state = state;
    const padded = Math.ceil(pool.evaluation.size / 8) * 8;
    const head = Math.max(STEP_ITEMS * 8, columnsOf(pool.features) * 32);
    this.#rooms = scratchAreas.map(() => ({
      chances: arena.allocate(pool.classCount * 16),
      live: arena.allocate(pool.evaluation.size * 4),
      rows: arena.allocate(head + padded * 4 * BOUND_POINTS),
    }));
    this.#mostWeight = pool.evaluation.weights?.reduce((most, weight) => Math.max(most, weight), 0) ?? 1;
    this.#sums = new BoundSums(state, 1 / this.#mostWeight);
  }

  /** The lists, of which some may be missing. */
  lists(alpha: Float64Array): BoundLists {
    this.#lists ??= new BoundLists(
      this.#state,
      alpha.reduce((sum, prior) => sum + prior, 0),
      1 / this.#mostWeight,
    );
    return this.#lists;
  }

  /** The positions of candidates, ascending: in this order a choice is made among them. */
  placesOf(candidates: Uint32Array): Uint32Array {
    return ascendingPlaces(candidates, this.#state.orders);
  }

  /**
   * The best candidates at the state's frequencies; the scores of all others are upper bounds.
   * @param own What `placesOf` gave; what is added to gains, and costs, are in this order too.
   */
  choose({ labels, candidates, count = 1 }: ScoreRequest, own: Uint32Array, given: BoundRequest): Scored {
    const { pool, arena, scores, orders } = this.#state;
    const lists = this.lists(given.alpha);
    while (lists.share < 1) lists.buildSome();
    this.#sums.describe(given.alphaAt);
    const isFirst = labels.count === 0;
    const bounds = (best: number) => {
      if (isFirst) this.#firstBounds(lists, given);
      else this.#bounds(lists, given, best);
      return gather(arena.doubles(scores, pool.size), own);
    };
    const last = this.#best;
    this.#best = 0;
    const choice = chooseByBounds(bounds(last), count, given, {
      ...(isFirst || last === 0 ? {} : { smallest: () => bounds(0) }),
      finer: [
        ...(lists.narrowing.packs === 0 || isFirst ? [] : [this.#tails(lists, own, given)]),
        (places) => this.#ask(gatherPlaces(own, places), (asked) => this.#refine(asked, lists, given)),
      ],
      exactly: (places) => this.#exactGains(gatherPlaces(own, places), lists, given),
    });
    if (!isFirst && last > 0) this.#sums.learn(choice.refined, lists.narrowing.cols || columnsOf(pool.features));
    this.refined = choice.refined / own.length;
    this.evaluated = choice.known.size / own.length;
    return answerOf(choice, own, candidates, orders);
  }

  /** Without labels every class but the first would flip each decision: the sums of all terms are known. */
  #firstBounds({ first, firstSum }: BoundLists, { alpha, beta }: BoundRequest): void {
    const { pool, arena, scores } = this.#state;
    const total = beta.reduce((sum, prior) => sum + prior, 0);
    const factor = ((total - beta[0]) / total) * this.#scale() * tailScale(firstSum, alpha);
    const sums = new Float32Array(arena.memory.buffer, first, pool.size);
    const bounds = arena.doubles(scores, pool.size);
    for (let place = 0; place < sums.length; place++) bounds[place] = sums[place] * factor + this.#margin();
  }

  /** @param best The best gain that was found last, by which it is decided what is added up anew; 0 for everything. */
  #bounds(lists: BoundLists, { alpha, betaAt }: BoundRequest, best: number): void {
    this.#sums.score(lists, best / this.#unit(), { alpha, betaAt, scale: this.#scale(), margin: this.#margin() });
  }

  /** 1 / |E| or the unit of the weights, and more: up to |E| numbers of 32 bits are added up, in either order. */
  #scale(): number {
    return (1 + (this.#state.pool.evaluation.size + 64) * 2 ** -22) * this.#unit();
  }

  #unit(): number {
    const { size, weights } = this.#state.pool.evaluation;
    return weights === null ? 1 / size : this.#mostWeight;
  }

  /** The definition's own terms are rounded; see error-bound.ts. What grows with the sum is in the scale. */
  #margin(): number {
    return 2 ** -50 * (2 * this.#state.pool.classCount + 14);
  }

  /** Runs jobs on parts of these positions, and gives what they wrote. */
  #ask(places: Uint32Array, run: (parts: readonly Part[]) => void): Float64Array {
    const { arena, scratchAreas } = this.#state;
    const { at, out } = this.#room(places.length);
    arena.words(at, places.length).set(places);
    const count = Math.min(Math.ceil(places.length / BOUND_POINTS), scratchAreas.length);
    const edges = Array.from({ length: count + 1 }, (_, part) => Math.floor((part * places.length) / count));
    run(
      edges.slice(0, count).map((from, i) => ({ at: at + from * 4, out: out + from * 8, count: edges[i + 1] - from })),
    );
    return arena.doubles(out, places.length).slice();
  }

  /** Bounds with finer tails: those of now, less the tails in them. */
  #tails(lists: BoundLists, own: Uint32Array, { alpha, betaAt }: BoundRequest) {
    const { pool, arena, jobs, frequencies } = this.#state;
    const { size } = pool.evaluation;
    const { segmentItems, firstSum, narrowing } = lists;
    const { narrowPoints, ...narrow } = narrowing;
    this.#openRoom ??= {
      packs: arena.allocate((size + 8) * narrow.cols * 4),
      places: arena.allocate((size + 8) * 4),
      gaps: arena.allocate((size + 8) * 4),
    };
    const { packs: open, places: openPlaces, gaps: openGaps } = this.#openRoom;
    let openCount: number | undefined;
    const gatherOpen = () =>
      jobs.call("gatherOpen", {
        narrowPoints,
        cols: narrow.cols,
        pointCount: size,
        points: this.#sums.points,
        ends: lists.ends,
        packs: open,
        places: openPlaces,
        gaps: openGaps,
        narrowGaps: this.#sums.gaps,
      });
    return (places: Uint32Array, bounds: Float64Array): Float64Array => {
      openCount ??= gatherOpen();
      const { items } = frequencies;
      const asked = gatherPlaces(own, places);
      const finer = this.#ask(asked, (parts) =>
        jobs.run(
          "refineTails",
          parts.map(({ at, count, out }, part) => ({
            ...narrow,
            places: at,
            count,
            open,
            openPlaces,
            openGaps,
            openCount: openCount as number,
            points: this.#sums.points,
            cuts: lists.cuts,
            segmentItems,
            classCount: pool.classCount,
            freq: items.at,
            stride: items.stride,
            beta: betaAt,
            scale: this.#scale(),
            rows: this.#rooms[part].rows,
            chances: this.#rooms[part].chances,
            out,
          })),
        ),
      );
      const sums = new Float32Array(arena.memory.buffer, lists.tails, pool.size);
      const ratio = tailScale(firstSum, alpha);
      return finer.map((tail, i) => {
        const before = Math.min((sums[asked[i]] + LEAST) * ratio, this.#sums.open[Math.floor(asked[i] / segmentItems)]);
        return bounds[places[i]] - before * this.#scale() + tail;
      });
    };
  }

  /** The definition's scores of the items at these positions. */
  #exactGains(places: Uint32Array, lists: BoundLists, given: BoundRequest): Float64Array {
    const gains = this.#ask(places, (asked) => this.#exactly(asked, lists, given));
    this.#best = gains.reduce((most, gain) => Math.max(most, gain), this.#best);
    return gains;
  }

  /** Finer bounds of the items at these positions. */
  #refine(parts: readonly Part[], { narrowing }: BoundLists, { betaAt }: BoundRequest): void {
    const { pool, jobs, relations, frequencies, scratchAreas } = this.#state;
    const { items } = frequencies;
    jobs.run(
      "refineBounds",
      parts.map(({ at, count, out }, part) => ({
        relation: relations.pointsWithItem,
        ...narrowing,
        places: at,
        count,
        pointCount: pool.evaluation.size,
        points: this.#sums.points,
        gaps: this.#sums.gaps,
        classCount: pool.classCount,
        freq: items.at,
        stride: items.stride,
        pointFreq: frequencies.points.at,
        pointStride: frequencies.points.stride,
        beta: betaAt,
        scale: this.#scale(),
        margin: this.#margin(),
        rows: this.#rooms[part].rows,
        scratch: scratchAreas[part].scratch,
        chances: this.#rooms[part].chances,
        out,
      })),
    );
  }

  #exactly(parts: readonly Part[], { narrowing }: BoundLists, { alphaAt, betaAt }: BoundRequest): void {
    const { pool, jobs, relations, frequencies, scratchAreas, weights, pointPlaces } = this.#state;
    const { points, items } = frequencies;
    jobs.run(
      "gainsExactly",
      parts.map(({ at, count, out }, part) => ({
        relation: relations.pointsWithItem,
        ...narrowing,
        candidates: at,
        count,
        order: pointPlaces,
        points: this.#sums.points,
        gaps: this.#sums.gaps,
        pointCount: pool.evaluation.size,
        classCount: pool.classCount,
        freq: points.at,
        stride: points.stride,
        itemFreq: items.at,
        itemStride: items.stride,
        alpha: alphaAt,
        beta: betaAt,
        weights,
        row: scratchAreas[part].row,
        rows: this.#rooms[part].rows,
        scratch: scratchAreas[part].scratch,
        chances: this.#rooms[part].chances,
        live: this.#rooms[part].live,
        out,
      })),
    );
  }

  #room(length: number): { readonly at: number; readonly out: number } {
    if (this.#asked === undefined || this.#asked.room < length) {
      const { arena } = this.#state;
      if (this.#asked !== undefined) {
        arena.free(this.#asked.at, this.#asked.room * 4);
        arena.free(this.#asked.out, this.#asked.room * 8);
      }
      const room = 2 ** Math.ceil(Math.log2(Math.max(64, length)));
      this.#asked = { at: arena.allocate(room * 4), out: arena.allocate(room * 8), room };
    }
    return this.#asked;
  }
}

function gatherPlaces(own: Uint32Array, places: Uint32Array): Uint32Array {
  return places.map((place) => own[place]);
}

/** The most columns of a matrix in the features. */
function columnsOf(features: Features): number {
  return isGroups(features) ? Math.max(...features.groups.map(columnsOf)) : features.cols;
}
