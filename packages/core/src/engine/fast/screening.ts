// Who is the best by xPAL, where only that is asked: upper bounds of all gains in 32 bits from the lists, then the
// definition's score of the few whose bound reaches the best. Where too many are left, sums of 64 bits answer instead.
import type { Matrix } from "../../matrix.ts";
import type { XpalStrategy } from "../../strategies/xpal.ts";
import { chooseScreened } from "../choose-screened.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import type { CostSums } from "./cost-sums.ts";
import type { GainSums } from "./gain-sums.ts";
import { gather } from "./gather.ts";
import { canHaveLists } from "./point-lists.ts";
import { type Screened, type ScreenSums, screeningBytes, screenTableBytes, type UpperBound } from "./screen-sums.ts";
import { ScreenedGains } from "./screened-gains.ts";
import type { WasmState } from "./wasm-state.ts";

/** How many candidates may be scored, for each that is wanted: more cost more than sums of 64 bits. */
const MAX_SCORED = 24;
/** How many questions are not screened after one at which more were left. */
const UNSCREENED = 8;
/** Up to so many classes tables of costs are screened by: the vectors for them grow with the third power. */
const MAX_CLASSES = 32;

/** A question, with what the strategy makes of it. */
export interface ScreenRequest {
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
  /** Null for the zero-one loss. */
  readonly loss: Matrix | null;
  /** The positions of the candidates, and what is added to their gains, or null. */
  readonly own: Uint32Array;
  readonly added: Float64Array | null;
}

/** Screens the candidates of one state. */
export class Screening {
  readonly #state: WasmState;
  readonly #gains: GainSums;
  readonly #costs: () => CostSums;
  /** Room for two numbers per class. */
  readonly #chances: number;
  #screen: ScreenedGains | undefined;
  readonly #ways = new Set<"plain" | "costs">();
  #waiting = 0;

  /** @param gains Where the priors go. */
  constructor(state: WasmState, gains: GainSums, costs: () => CostSums, chances: number) {
    this.#state = state;
    this.#gains = gains;
    this.#costs = costs;
    this.#chances = chances;
  }

  /** The best at the state's frequencies; undefined where screening cannot tell. */
  choose(request: ScoreRequest, { alpha, beta, loss, own, added }: ScreenRequest): Scored | undefined {
    if (!this.#serves(request, alpha, loss)) return undefined;
    const { pool, arena, relations, scores } = this.#state;
    const { candidates, count = 1 } = request;
    this.#gains.write(alpha, beta);
    const screened = loss === null ? this.#plain(alpha) : this.#byCost(loss, alpha);
    relations.check();
    if (screened === undefined || screened.live === 0) return undefined;
    const exactly = (place: number) => {
      const gain = this.#exactly(candidates[place], screened.sums, loss);
      return added === null ? gain : gain + added[place];
    };
    const bounds = raised(gather(arena.doubles(scores, pool.size), own), added, screened.upper);
    const chosen = chooseScreened(bounds, count, exactly, MAX_SCORED * count);
    if (chosen === undefined) this.#waiting = UNSCREENED;
    return chosen;
  }

  #serves({ strategy, labels, bestOnly = false }: ScoreRequest, alpha: Float64Array, loss: Matrix | null): boolean {
    const { labelCosts = null } = strategy as XpalStrategy;
    if (!this.#state.plan.screened || !canHaveLists(this.#state)) return false;
    if (!bestOnly || labels.count === 0 || labelCosts !== null) return false;
    if (loss === null ? alpha.some((prior) => prior !== alpha[0]) : alpha.length > MAX_CLASSES) return false;
    if (this.#waiting > 0) {
      this.#waiting--;
      return false;
    }
    return this.#hasRoom(loss === null ? "plain" : "costs");
  }

  /** Whether sums of 32 bits find room beside those of 64, which must have theirs first. */
  #hasRoom(way: "plain" | "costs"): boolean {
    const { arena, pool, sums } = this.#state;
    const bytes = screeningBytes(pool) + (way === "costs" ? screenTableBytes(pool.classCount) : 0);
    if (!this.#ways.has(way) && sums.at > 0 && arena.fits(bytes)) this.#ways.add(way);
    return this.#ways.has(way);
  }

  #plain(alpha: Float64Array): Screened | undefined {
    this.#screen ??= new ScreenedGains(this.#state);
    return this.#screen.compute(alpha, this.#gains.alpha, this.#gains.beta);
  }

  #byCost(loss: Matrix, alpha: Float64Array): Screened | undefined {
    return this.#costs().screen(loss, alpha, this.#gains.alpha, this.#gains.beta);
  }

  /** The definition's gain of an item. */
  #exactly(item: number, sums: ScreenSums, loss: Matrix | null): number {
    const { pool, jobs, frequencies, weights, orders } = this.#state;
    const { points, items } = frequencies;
    const given = {
      ...sums.reachedFrom(item),
      candidate: orders.itemPlaces[item],
      pointCount: pool.evaluation.size,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      itemFreq: items.at,
      itemStride: items.stride,
      alpha: this.#gains.alpha,
      beta: this.#gains.beta,
      weights,
      chances: this.#chances,
    };
    return loss === null ? jobs.call("gainOfRow", given) : this.#costs().gainOfRow(given);
  }
}

/** Upper bounds of scores. */
function raised(gains: Float64Array, added: Float64Array | null, { factor, constant }: UpperBound): Float64Array {
  for (let i = 0; i < gains.length; i++) {
    gains[i] = (added === null ? gains[i] : gains[i] + added[i]) * factor + constant;
  }
  return gains;
}
