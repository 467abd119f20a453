// The gains of all items in 32 bits (packages/core/wasm/screen.ts), and how far they can be off: whose upper bound does
// not reach the best score need not be scored in 64 bits.
import { addLeft } from "./add-left.ts";
import { errorBound } from "./error-bound.ts";
import { listArguments } from "./list-arguments.ts";
import { NARROW_UNIT, type Screened, ScreenSums, upperBound } from "./screen-sums.ts";
import type { WasmState } from "./wasm-state.ts";

/** Sums of priors and of frequencies that 32 bits hold with all their digits, and the reciprocals too. */
const MIN_SUM = 1e-20;
const MAX_SUM = 1e30;

/** Screens the items of one state. */
export class ScreenedGains {
  readonly #state: WasmState;
  readonly #sums: ScreenSums;
  readonly #totals: number;
  readonly #limits: readonly number[];

  constructor(state: WasmState) {
    const { arena, scratchAreas, frequencies } = state;
    this.#state = state;
    this.#sums = new ScreenSums(state);
    this.#totals = arena.allocate(frequencies.points.stride * 8);
    this.#limits = scratchAreas.map(() => arena.allocate(this.#sums.rowBytes));
  }

  /**
   * Computes the gains at the state's frequencies; all priors are equal, and in memory.
   * @returns Undefined where numbers of 32 bits are not enough.
   */
  compute(priors: Float64Array, alpha: number, beta: number): Screened | undefined {
    const prior = priors.reduce((sum, one) => sum + one, 0);
    const { pool, jobs, frequencies, weights } = this.#state;
    const { points } = frequencies;
    const { size } = pool.evaluation;
    const most = jobs.call("describeGaps", {
      from: 0,
      to: points.stride,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      prior,
      gaps: this.#sums.gaps,
      totals: this.#totals,
    });
    if (!(prior >= MIN_SUM && most <= MAX_SUM)) return undefined;
    this.#sums.clear();
    const live = this.#addLists() * (weights === 0 ? 1 / size : 1);
    this.#sums.finish(beta, () => addLeft(this.#state, alpha));
    // A term of a point of weight v is v - v (S + g) / (S + w). The quotient is rounded six times and is at most v where the
    // term counts; the term is rounded itself. What underflows is below 2^-80 at each point.
    const { factor, constant } = upperBound(size, live, 8 * NARROW_UNIT);
    const exact = errorBound(pool.classCount, size, live, true);
    const upper = { factor: factor + exact(1) - exact(0), constant: constant + exact(0) + size * 2 ** -80 };
    return { live, sums: this.#sums, upper };
  }

  #addLists(): number {
    const live = this.#state.jobs.run(
      "screenLists",
      listArguments(this.#state).map((given, block) => ({
        ...given,
        gaps: this.#sums.gaps,
        totals: this.#totals,
        limits: this.#limits[block],
        sums: this.#sums.ofBlock(block),
      })),
    );
    return live.reduce((sum, weight) => sum + weight, 0);
  }
}
