// The fast twin of xPAL under a mixture: gains from lists and tables within a stated error, then the choice made exact
// by scoring those that could be the best in the definition's own order of operations.

import { priorPerClass } from "../../classifier/priors.ts";
import type { XpalStrategy } from "../../strategies/xpal.ts";
import { chooseExactly } from "../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { errorBound } from "../fast/error-bound.ts";
import { finishGain } from "../fast/finish-gain.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { ownRisks } from "../fast/xpal-scores.ts";
import {
  BOOK_ALPHA,
  BOOK_BITS,
  BOOK_BYTES,
  BOOK_CLASSES,
  BOOK_CUTS,
  BOOK_FREQ,
  BOOK_GROUP_OF,
  BOOK_GROUPS,
  BOOK_ITEMS,
  BOOK_LIST_BYTES,
  BOOK_LISTS,
  BOOK_NEAREST,
  BOOK_RISE,
  BOOK_ROWS,
  BOOK_SIZES,
  BOOK_SLACK,
  BOOK_SPREADS,
  BOOK_STRIDE,
  BOOK_TOPS,
  BOOK_VOICE_COUNT,
  BOOK_VOICES,
  BOOK_WEIGHTS,
  VOICE_BYTES,
} from "../memory/layout.ts";
import { BLOCKS } from "../threads/jobs.ts";
import type { BaseDistances } from "./base-distances.ts";
import type { LocalFactors } from "./local-factors.ts";
import type { MemberFrequencies } from "./member-frequencies.ts";
import { MixtureCuts } from "./mixture-cuts.ts";
import { MixtureLists } from "./mixture-lists.ts";
import type { MixtureRows } from "./mixture-rows.ts";
import type { MixtureTables } from "./mixture-tables.ts";

/** What the gains are computed from. */
export interface MixtureParts {
  readonly state: WasmState;
  readonly distances: BaseDistances;
  readonly factors: LocalFactors;
  readonly frequencies: MemberFrequencies;
  readonly tables: MixtureTables;
  readonly rows: MixtureRows;
}

/** Scores candidates by xPAL under a mixture. */
export class MixtureGains {
  readonly #parts: MixtureParts;
  readonly #lists: MixtureLists;
  readonly #book: number;
  readonly #voices: number;
  readonly #own: readonly number[];
  readonly #picked: readonly number[];
  readonly #cuts: MixtureCuts;
  readonly #alpha: number;
  readonly #beta: number;
  readonly #room: number;

  constructor(parts: MixtureParts) {
    const { state, distances, factors } = parts;
    const { arena, pool, scratchAreas } = state;
    this.#parts = parts;
    this.#book = arena.allocate(BOOK_BYTES);
    this.#voices = arena.allocate(factors.localities.length * VOICE_BYTES);
    this.#own = scratchAreas.map(() => arena.allocate((factors.localities.length + factors.groupCount * 3) * 8));
    this.#picked = scratchAreas.map(() => arena.allocate((pool.size + 1) * 9 + factors.groupCount * 4));
    this.#cuts = new MixtureCuts(state, factors);
    this.#alpha = arena.allocate(pool.classCount * 8);
    this.#beta = arena.allocate(pool.classCount * 8);
    this.#room = arena.allocate(pool.classCount * 16);
    this.#lists = new MixtureLists(state, distances, factors);
  }

  /** How many points have a list. */
  get listed(): number {
    return this.#lists.listed;
  }

  /** The scores at the mixture's frequencies, exact where they decide. */
  score({ strategy, candidates, count = 1 }: ScoreRequest, weights: Float64Array): Scored {
    const { state, frequencies } = this.#parts;
    const { pool, arena, scores, orders } = state;
    const places = candidates.map((item) => orders.itemPlaces[item]);
    const { evaluationPrior, candidatePrior, ownRisk = 0 } = strategy as XpalStrategy;
    const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
    const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
    arena.doubles(this.#alpha, alpha.length).set(alpha);
    arena.doubles(this.#beta, beta.length).set(beta);
    const added = ownRisk === 0 ? null : ownRisks(state, frequencies.items, places, beta, ownRisk, null);
    const exactly = (place: number): number => {
      const gain = this.#exactly(places[place]);
      return added === null ? gain : gain + added[place];
    };
    const uniform = alpha.every((prior) => prior === alpha[0]);
    if (!uniform) return chooseExactly(new Float64Array(candidates.length), count, () => 1, exactly);
    const off = this.#compute(weights);
    const all = arena.doubles(scores, pool.size);
    const fast = new Float64Array(candidates.length);
    for (let place = 0; place < fast.length; place++) fast[place] = all[places[place]] + (added?.[place] ?? 0);
    if (off === 0)
      return chooseExactly(
        fast,
        count,
        () => 0,
        (place) => fast[place],
      ); // no label flips anything
    const rounding = errorBound(pool.classCount, pool.evaluation.size, 1, true);
    return chooseExactly(fast, count, (score) => off + rounding(score), exactly);
  }

  /** Computes the gains of all items; returns how far tables and bounds can put them off. */
  #compute(weights: Float64Array): number {
    const { state, frequencies, tables } = this.#parts;
    const { jobs, sums, scratchAreas } = state;
    const { used, error } = tables.fill(weights);
    this.#writeBook(used, error);
    this.#lists.goOn(this.#book);
    this.#cuts.fill(weights, used);
    jobs.call("clear", { at: sums.at, length: BLOCKS * sums.blockBytes });
    const reach = jobs.run(
      "scoreMixture",
      scratchAreas.map(({ from, to, info, left }, block) => ({
        book: this.#book,
        from,
        to,
        listedTo: this.#lists.blocks[block].listedTo,
        slot: this.#lists.blocks[block].slot,
        sums: sums.at + block * sums.blockBytes,
        info,
        own: this.#own[block],
        picked: this.#picked[block],
        left,
      })),
    );
    this.#addLeft();
    const { items } = frequencies;
    const scale = finishGain(state, items, this.#beta);
    // A pair's term changes by at most 1 / S(x) times the change of its similarity, which is off by the table's error,
    // or by as much again where a bound from the table hid it.
    return reach.reduce((sum, part) => sum + part, 0) * scale * 3 * error;
  }

  /** The points without a list. */
  #addLeft(): void {
    const { state, distances } = this.#parts;
    const { pool, arena, jobs, sums, scratchAreas, relations } = state;
    if (scratchAreas.every(({ left }) => arena.words(left, 1)[0] === 0)) return;
    if (distances.inKernel) {
      jobs.run(
        "scoreMixtureLeft",
        scratchAreas.map(({ left, info, row, scratch }, block) => ({
          book: this.#book,
          relation: relations.itemsWithPoint,
          left,
          sums: sums.at + block * sums.blockBytes,
          info,
          own: this.#own[block],
          picked: this.#picked[block],
          row,
          scratch,
        })),
      );
      return;
    }
    scratchAreas.forEach(({ left, info, row }, block) => {
      const [length] = arena.words(left, 1);
      for (const x of arena.words(left + 4, length).slice()) {
        distances.fill(relations.itemsWithPoint, x, pool.size, row);
        jobs.call("scoreMixtureRow", {
          book: this.#book,
          x,
          sums: sums.at + block * sums.blockBytes,
          info,
          own: this.#own[block],
          picked: this.#picked[block],
          row,
        });
      }
    });
  }

  #writeBook(used: readonly { locality: number; table: number }[], slack: number): void {
    const { state, factors, frequencies } = this.#parts;
    const { pool, arena } = state;
    const { items, points, localities, groupCount, groupOf, sizes, rows } = factors;
    const lists = this.#lists;
    const book: readonly (readonly [field: number, word: number])[] = [
      [BOOK_ITEMS, pool.size],
      [BOOK_CLASSES, pool.classCount],
      [BOOK_FREQ, frequencies.points.at],
      [BOOK_STRIDE, frequencies.points.stride],
      [BOOK_ALPHA, this.#alpha],
      [BOOK_WEIGHTS, state.weights],
      [BOOK_VOICE_COUNT, used.length],
      [BOOK_VOICES, this.#voices],
      [BOOK_GROUPS, groupCount],
      [BOOK_GROUP_OF, groupOf],
      [BOOK_LISTS, lists.at],
      [BOOK_LIST_BYTES, lists.bytes],
      [BOOK_SIZES, sizes],
      [BOOK_BITS, lists.bits],
      [BOOK_NEAREST, lists.nearest],
      [BOOK_CUTS, this.#cuts.at],
      [BOOK_ROWS, rows.count],
      [BOOK_SPREADS, rows.points],
      [BOOK_TOPS, rows.tops],
    ];
    const words = arena.words(this.#book, BOOK_BYTES / 4);
    for (const [field, word] of book) words[field / 4] = word;
    arena.doubles(this.#book + BOOK_SLACK, 1)[0] = slack;
    arena.doubles(this.#book + BOOK_RISE, 1)[0] = this.#cuts.rise;
    used.forEach(({ locality, table }, v) => {
      const [item, point] = [items, points].map(({ at, stride }) => at + locality * stride * 8);
      arena
        .words(this.#voices + v * VOICE_BYTES, 4)
        .set([table, v === 0 && localities[locality] === 0 ? 0 : item, point, 0]);
    });
  }

  #exactly(candidate: number): number {
    const { state, frequencies, rows } = this.#parts;
    const { pool, jobs, weights, pointPlaces } = state;
    const { items, points } = frequencies;
    const row = rows.ofPoints(candidate);
    return jobs.call("gainOfRow", {
      candidate,
      places: pointPlaces,
      placeCount: pool.evaluation.size,
      pointCount: pool.evaluation.size,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      itemFreq: items.at,
      itemStride: items.stride,
      alpha: this.#alpha,
      beta: this.#beta,
      weights,
      row,
      chances: this.#room,
    });
  }
}
