// The fast twin of PAL (src/strategies/pal.ts): densities are summed once, gains are the definition's operations for
// each candidate, so that scores have its bits.
import { checkNumbers } from "../../check-numbers.ts";
import { priorPerClass } from "../../classifier/priors.ts";
import type { Matrix } from "../../matrix.ts";
import type { PalStrategy } from "../../strategies/pal.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import { CostTable } from "./cost-table.ts";
import type { WasmState } from "./wasm-state.ts";

/** Scores candidates by PAL on a state of the whole pool. */
export class PalScores {
  readonly #state: WasmState;
  readonly #prior: number;
  readonly #open: number;
  readonly #weights: number;
  readonly #room: number;
  #densities: number | undefined;
  #table: CostTable | undefined;

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
    this.#prior = arena.allocate(pool.classCount * 8);
    this.#open = arena.allocate(pool.size * 4);
    this.#weights = arena.allocate(pool.size * 8);
    this.#room = arena.allocate(pool.classCount * 40);
  }

  score({ strategy, labels, candidates }: ScoreRequest): Scored {
    const { pool, arena, call, relations, frequencies, scores: all, orders } = this.#state;
    const { labelCount, prior, density } = strategy as PalStrategy;
    arena.doubles(this.#prior, pool.classCount).set(priorPerClass("pal", "prior", prior, pool.classCount));
    arena.words(this.#open, candidates.length).set(candidates.map((item) => orders.itemPlaces[item]));
    if (density !== null) {
      checkNumbers("pal", "density", density, pool.size);
      arena.doubles(this.#weights, pool.size).set(Float64Array.from(orders.items, (item) => density[item]));
    }
    frequencies.update(labels);
    const { at, stride } = frequencies.items;
    call("scorePal", {
      open: this.#open,
      openCount: candidates.length,
      classCount: pool.classCount,
      freq: at,
      stride,
      prior: this.#prior,
      costs: this.#costs(pool.lossMatrix),
      density: density === null ? this.#sums() : this.#weights,
      labelCount,
      scores: all,
      room: this.#room,
    });
    relations.check();
    const numbers = arena.doubles(all, pool.size);
    const scores = Float64Array.from(candidates, (item) => numbers[orders.itemPlaces[item]]);
    return { scores, best: largestOf(scores) };
  }

  /** The address of a table of costs, or 0. */
  #costs(loss: Matrix | null): number {
    if (loss === null) return 0;
    this.#table ??= new CostTable(this.#state.arena, this.#state.pool.classCount);
    this.#table.write(loss);
    return this.#table.at;
  }

  /** How similar each item is to all items together. */
  #sums(): number {
    const { pool, arena, call, relations, work, pointPlaces } = this.#state;
    if (this.#densities !== undefined) return this.#densities;
    const padded = Math.ceil(pool.size / 8) * 8;
    const out = arena.allocate(padded * 8);
    call("sumRows", {
      relation: relations.itemsWithLabel,
      from: 0,
      to: padded,
      places: pointPlaces,
      pointCount: pool.size,
      out,
      row: work.row,
      scratch: work.scratch,
    });
    this.#densities = out;
    return out;
  }
}
