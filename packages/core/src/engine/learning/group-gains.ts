// The fast twin of xPAL under a sum of mixtures: gains from rows of similarities within a stated error, then the choice
// made exact by scoring those that could be the best in the definition's own order of operations.

import { priorPerClass } from "../../classifier/priors.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { checkCostCount, type XpalStrategy } from "../../strategies/xpal.ts";
import { chooseExactly, choosePerCost, chooseWithin } from "../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { errorBound } from "../fast/error-bound.ts";
import { finishGain } from "../fast/finish-gain.ts";
import type { Planes } from "../fast/label-frequencies.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { ownRisks } from "../fast/xpal-scores.ts";
import { LISTED_VOICE_BYTES, ROW_WHOLE, SUM_BYTES, SUM_GROUP_BYTES } from "../memory/layout.ts";
import { GroupBook, type WeighedSlot } from "./group-book.ts";
import { GroupCosts } from "./group-costs.ts";

/** Views and metrics that there are at most. */
const MAX_GROUPS = 8;
/** Columns of similarities to labelled items that should find room beside the kept rows. */
const KEPT_COLUMNS = 64;

/** Scores candidates by xPAL under a sum of mixtures. */
export class GroupGains {
  readonly #state: WasmState;
  readonly #book: number;
  readonly #groups: GroupBook;
  readonly #alpha: number;
  readonly #beta: number;
  readonly #room: number;
  readonly #row: number;
  readonly #narrow: number;
  readonly #picked: number;
  readonly #good: number;
  #kept: number | undefined;
  #costs: GroupCosts | undefined;

  constructor(state: WasmState, localities: number, scales: number) {
    const { arena, pool, plan } = state;
    const padded = Math.ceil(Math.max(plan.scored, pool.evaluation.size) / 8) * 8;
    this.#state = state;
    this.#book = arena.allocate(SUM_BYTES);
    this.#groups = new GroupBook(arena, MAX_GROUPS, localities, scales);
    this.#alpha = arena.allocate(pool.classCount * 8);
    this.#beta = arena.allocate(pool.classCount * 8);
    this.#room = arena.allocate(pool.classCount * 16);
    this.#row = arena.allocate(padded * 8);
    this.#narrow = arena.allocate(padded * 8);
    const picked = Math.max((plan.scored + 2) * 8, MAX_GROUPS * localities * LISTED_VOICE_BYTES);
    this.#picked = arena.allocate(picked);
    this.#good = arena.allocate(pool.evaluation.size);
    this.forget(); // the memory may have been used before
  }

  /** Whether rows are kept from question to question. */
  get keeps(): boolean {
    return this.#kept !== undefined && this.#kept !== 0;
  }

  /** Forgets all rows, since weights or features are others now. */
  forget(): void {
    this.#state.call("clear", { at: this.#good, length: this.#state.pool.evaluation.size });
  }

  /** The scores at the mixed frequencies, exact where they decide. */
  score(
    { strategy, candidates, count = 1 }: ScoreRequest,
    used: readonly WeighedSlot[],
    items: Planes,
    points: Planes,
    loss: Matrix | null,
  ): Scored {
    const { pool, plan, arena, scores, orders } = this.#state;
    const places = candidates.map((item) => orders.itemPlaces[item]);
    const { evaluationPrior, candidatePrior, ownRisk = 0, labelCosts = null } = strategy as XpalStrategy;
    checkCostCount(labelCosts, pool.size);
    const costs = labelCosts === null ? null : Float64Array.from(candidates, (item) => labelCosts[item]);
    const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
    const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
    arena.doubles(this.#alpha, alpha.length).set(alpha);
    arena.doubles(this.#beta, beta.length).set(beta);
    const added = ownRisk === 0 ? null : ownRisks(this.#state, items, places, beta, ownRisk, loss);
    const exactly = (place: number): number => {
      const gain = this.#exactly(places[place], used, items, points);
      return added === null ? gain : gain + added[place];
    };
    if (loss !== null) {
      this.#costs ??= new GroupCosts(this.#state);
      this.#costs.write(loss, alpha);
    }
    const uniform = loss !== null || alpha.every((prior) => prior === alpha[0]);
    if (!uniform) {
      const none = new Float64Array(candidates.length);
      if (costs !== null) return choosePerCost(none, count, () => 1, exactly, costs);
      return chooseExactly(none, count, () => 1, exactly);
    }
    const off = this.#compute(used, items, points);
    const all = arena.doubles(scores, plan.scored);
    const fast = new Float64Array(candidates.length);
    for (let place = 0; place < fast.length; place++) fast[place] = all[places[place]] + (added?.[place] ?? 0);
    if (this.#costs !== undefined) {
      const bounds = this.#costs.bounds(places, off);
      if (costs !== null) return choosePerCost(fast, count, (place) => bounds[place], exactly, costs);
      return chooseWithin(fast, count, bounds, exactly);
    }
    const rounding = errorBound(pool.classCount, pool.evaluation.size, 1, true);
    if (costs !== null) return choosePerCost(fast, count, (place) => off + rounding(fast[place]), exactly, costs);
    return chooseExactly(fast, count, (score) => off + rounding(score), exactly);
  }

  /** Computes the gains of all items; returns how far they can be off. */
  #compute(used: readonly WeighedSlot[], items: Planes, points: Planes): number {
    const { call, sums } = this.#state;
    this.#writeBook(used, points);
    call("clear", { at: sums.at, length: sums.bytes });
    const off = used.every(({ slot }) => slot.parts.distances.inKernel) ? this.#scoreAll() : this.#scoreByRows(used);
    return off * finishGain(this.#state, items, this.#beta);
  }

  #scoreAll(): number {
    const { pool, call, sums, work } = this.#state;
    const given = {
      ...{ book: this.#book, from: 0, to: pool.evaluation.size, sums: sums.at },
      ...{ info: work.info, row: work.row, scratch: work.scratch, narrow: this.#narrow },
    };
    if (this.#costs === undefined) return call("scoreGroups", { ...given, picked: this.#picked });
    return call("scoreGroupsByCost", { ...given, ...this.#costs.arguments });
  }

  /** The same where some distances must be filled on this side. */
  #scoreByRows(used: readonly WeighedSlot[]): number {
    const { pool, plan, arena, call, sums, work } = this.#state;
    const { info } = work;
    const padded = Math.ceil(plan.scored / 8) * 8;
    let off = 0;
    const costs = this.#costs?.arguments;
    for (let x = 0; x < pool.evaluation.size; x++) {
      const canChange =
        costs === undefined
          ? call("canFlip", { book: this.#book, x })
          : call("canChangeByCost", { book: this.#book, x, ...costs });
      if (canChange === 0) continue;
      const keeps = this.#kept !== undefined && this.#kept !== 0;
      const values = keeps ? (this.#kept as number) + x * padded * 4 : this.#narrow + padded * 4;
      const good = new Uint8Array(arena.memory.buffer, this.#good + x, 1);
      if (!keeps || good[0] !== ROW_WHOLE) this.#fillRow(x, used, values);
      const given = { book: this.#book, x, values, sums: sums.at, info, picked: this.#picked };
      off += costs === undefined ? call("scoreGroupRow", given) : call("scoreGroupRowByCost", { ...given, ...costs });
    }
    return off;
  }

  /** The similarities of all items to a point. */
  #fillRow(x: number, used: readonly WeighedSlot[], values: number): void {
    const { plan, arena, call, work } = this.#state;
    const padded = Math.ceil(plan.scored / 8) * 8;
    const { row } = work;
    used.forEach(({ slot }, g) => {
      const { distances, state } = slot.parts;
      distances.fill(state.relations.itemsWithPoint, x, plan.scored, row);
      call("narrowRow", { row, count: padded, out: this.#narrow });
      const group = this.#groups.at + g * SUM_GROUP_BYTES;
      const first = g === 0 ? 1 : 0;
      call("addGroup", { group, x, distances: this.#narrow, count: padded, first, out: values });
    });
    new Float32Array(arena.memory.buffer, values, padded).fill(0, plan.scored);
    new Uint8Array(arena.memory.buffer, this.#good + x, 1)[0] = ROW_WHOLE;
  }

  #writeBook(used: readonly WeighedSlot[], points: Planes): void {
    const { pool, plan, arena, weights } = this.#state;
    this.#kept ??= this.#place();
    this.#groups.write(used, columnBytes(this.#state.pool));
    arena
      .words(this.#book, 10)
      .set([
        ...[plan.scored, pool.classCount, points.at, points.stride, this.#alpha, weights],
        ...[used.length, this.#groups.at, this.#kept, this.#good],
      ]);
  }

  /** Room for all rows, if there is any. */
  #place(): number {
    const { pool, plan, arena } = this.#state;
    const bytes = Math.ceil(plan.scored / 8) * 8 * pool.evaluation.size * 4;
    return arena.fits(bytes + columnBytes(this.#state.pool)) ? arena.allocate(bytes) : 0;
  }

  #exactly(candidate: number, used: readonly WeighedSlot[], items: Planes, points: Planes): number {
    const { pool, call, weights, pointPlaces } = this.#state;
    const { size } = pool.evaluation;
    call("clear", { at: this.#row, length: points.stride * 8 });
    for (const { slot } of used) {
      const column = slot.parts.rows.ofPoints(candidate);
      call("addColumn", { plane: this.#row, column, count: 1, length: points.stride });
    }
    const given = {
      candidate,
      places: pointPlaces,
      placeCount: size,
      pointCount: size,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      itemFreq: items.at,
      itemStride: items.stride,
      alpha: this.#alpha,
      beta: this.#beta,
      weights,
      row: this.#row,
      chances: this.#room,
    };
    if (this.#costs === undefined) return call("gainOfRow", given);
    return call("costGainOfRow", { ...given, ...this.#costs.arguments });
  }
}

/** Bytes that columns of similarities to labelled items should find beside what is kept here. */
export function columnBytes({ size, evaluation }: Pool): number {
  return KEPT_COLUMNS * 30 * (size + evaluation.size) * 8;
}
