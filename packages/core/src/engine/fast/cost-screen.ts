// Upper bounds of all items' gains under a table of costs, in 32 bits (packages/core/wasm/cost-screen.ts).
import { expectedCosts } from "../../classifier/decide.ts";
import type { Matrix } from "../../matrix.ts";
import { costErrorBound, costRounding } from "./cost-table.ts";
import { listArguments } from "./list-arguments.ts";
import { NARROW_UNIT, type Screened, ScreenSums, screenTableBytes, upperBound } from "./screen-sums.ts";
import type { WasmState } from "./wasm-state.ts";

/** Costs and sums of priors that 32 bits hold, with the products of both. */
const COSTS = [1e-8, 1e8] as const;
const MIN_PRIOR = 1e-20;
/** A reciprocal that makes every product large. */
const STEEP = 1e30;

/** What the bounds are computed with, besides the state. */
interface CostScreenParts {
  /** The table of cost-table.ts in memory, and room for what is known of a point in each block. */
  readonly costs: number;
  readonly infos: readonly number[];
  /** Adds the points whose lists are too short to the state's own sums. */
  readonly addLeft: () => void;
}

/** Screens the items of one state under costs. */
export class CostScreen {
  readonly #state: WasmState;
  readonly #sums: ScreenSums;
  readonly #table: number;
  readonly #lines: readonly number[];
  #known: Matrix | undefined;

  constructor(state: WasmState) {
    const { arena, pool, scratchAreas } = state;
    const { classCount } = pool;
    const groups = Math.ceil(classCount / 4);
    this.#state = state;
    this.#sums = new ScreenSums(state);
    this.#table = arena.allocate(screenTableBytes(classCount));
    this.#lines = scratchAreas.map(() => arena.allocate(groups * (32 + classCount * 64)));
  }

  /** @returns Undefined where numbers of 32 bits are not enough. */
  compute(loss: Matrix, alpha: Float64Array, beta: number, parts: CostScreenParts): Screened | undefined {
    const { pool, weights } = this.#state;
    const { size } = pool.evaluation;
    const scale = weights === 0 ? 1 / size : 1;
    const prior = alpha.reduce((sum, one) => sum + one, 0);
    const most = loss.data.reduce((largest, cost) => Math.max(largest, cost), 0);
    if (!(prior >= MIN_PRIOR && most >= COSTS[0] && most <= COSTS[1])) return undefined;
    this.#write(loss, most, alpha);
    this.#sums.clear();
    const live = this.#addLists(prior, parts) * scale;
    if (!(live <= 2)) return undefined; // some sum of frequencies is too large
    const isLeft = this.#sums.finish(beta, parts.addLeft);
    // A term is at most the largest cost M. s w and g lie within M (S + w); their difference is off by 4 u M (S + w), and
    // the quotient is rounded seven times more.
    const { factor, constant } = upperBound(size, live, 12 * NARROW_UNIT * most);
    // Where a decision follows without priors that the priors make dearer, a term is below 0, but not below -J / S, J being how far the
    // priors' costs lie apart; terms in 64 bits are not below -M. Rounding takes its share of these as of the others.
    const below = 2.1 * (factor - 1) * (this.#jump() * this.#shares() * scale + (isLeft ? most * live : 0));
    const exact = costErrorBound(pool.classCount, size, live, most);
    return { live, sums: this.#sums, upper: { factor, constant: constant + below + exact + size * 2 ** -80 * most } };
  }

  /** How far the priors' costs of two decisions lie apart. */
  #jump(): number {
    const { arena, pool } = this.#state;
    const costs = arena.doubles(this.#table, pool.classCount);
    return Math.max(...costs) - Math.min(...costs);
  }

  /** The sum of weight / S over the live points. */
  #shares(): number {
    return this.#lines.reduce((sum, at) => sum + this.#state.arena.doubles(at, 1)[0], 0);
  }

  #addLists(prior: number, { costs, infos }: CostScreenParts): number {
    const live = this.#state.jobs.run(
      "screenListsByCost",
      listArguments(this.#state).map((given, block) => ({
        ...given,
        costs,
        table: this.#table,
        prior,
        info: infos[block],
        lines: this.#lines[block],
        gaps: this.#sums.gaps,
        sums: this.#sums.ofBlock(block),
      })),
    );
    return live.reduce((sum, weight) => sum + weight, 0);
  }

  /** Writes the priors' costs, and the vectors where the table is another one than before. */
  #write(loss: Matrix, most: number, alpha: Float64Array): void {
    const { arena, pool } = this.#state;
    const { classCount } = pool;
    const groups = Math.ceil(classCount / 4);
    arena.doubles(this.#table, classCount).set(expectedCosts(alpha, loss));
    if (loss === this.#known) return;
    const size = classCount * classCount * groups * 4;
    const numbers = new Float32Array(arena.memory.buffer, this.#table + Math.ceil(classCount / 2) * 16, 4 * size).fill(
      0,
    );
    const rounding = costRounding(classCount, most);
    const cost = (y: number, decided: number) => loss.data[y * classCount + decided];
    for (let d = 0; d < classCount; d++) {
      for (let other = 0; other < classCount; other++) {
        for (let y = 0; y < classCount; y++) {
          const at = (d * classCount + other) * groups * 4 + y;
          const rise = cost(y, other) - cost(y, d);
          numbers[at] = -rise; // at [h][d]: s
          // Reciprocals are taken so that a decision is never left out where it may follow.
          if (rise > 2 * rounding) {
            numbers[size + at] = (1 - 2 ** -20) / (rise + rounding);
            numbers[3 * size + at] = Infinity;
          } else numbers[2 * size + at] = -rise > 2 * rounding ? (1 + 2 ** -20) / (-rise - rounding) : STEEP;
        }
      }
    }
    this.#known = loss;
  }
}
