// The fast twin of the greedy baseline (src/strategies/greedy-all.ts): counts how many decisions each candidate's true
// label would make right or wrong, from the same lists as xPAL. Counts are exact, so the scores are too.
import { type GreedyAllStrategy, truthIndices } from "../../strategies/greedy-all.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import { pointLists } from "./point-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/** Scores candidates by the greedy baseline on a state whose evaluation points are the whole pool. */
export class GreedyScores {
  readonly #state: WasmState;
  readonly #truth: number;
  readonly #zeros: number;
  readonly #changes: number;

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
    this.#truth = arena.allocate((pool.size + 8) * 4);
    this.#zeros = arena.put(new Float64Array(pool.classCount));
    this.#changes = arena.allocate(pool.size * 4);
  }

  score({ strategy, labels, candidates }: ScoreRequest): Scored {
    const { pool, arena, frequencies, relations, orders } = this.#state;
    const given = truthIndices((strategy as GreedyAllStrategy).truth, { pool });
    const truth = orders.items.map((item) => given[item]);
    arena.words(this.#truth, pool.size).set(truth);
    frequencies.update(labels);
    this.#count();
    relations.check();
    const wrong = this.#wrongNow(truth);
    const changes = new Int32Array(arena.memory.buffer, this.#changes, pool.size);
    const scores = Float64Array.from(candidates, (c) => -((wrong + changes[orders.itemPlaces[c]]) / pool.size));
    return { scores, best: largestOf(scores) };
  }

  #count(): void {
    const { pool, plan, call, work, relations, frequencies } = this.#state;
    const { at, stride } = frequencies.points;
    call("clear", { at: this.#changes, length: pool.size * 4 });
    const given = {
      ...{ from: 0, to: pool.size, info: work.info, row: work.row, scratch: work.scratch },
      ...{ itemCount: pool.size, classCount: pool.classCount, freq: at, stride },
      ...{ zeros: this.#zeros, truth: this.#truth, changes: this.#changes },
      relation: relations.itemsWithPoint,
    };
    if (plan.mode === "tiles") call("greedyTiles", given);
    else call("greedyLists", { ...given, ...pointLists(this.#state).addresses });
  }

  /** How many decisions are wrong before any new label. */
  #wrongNow(truth: Uint32Array): number {
    const { frequencies, arena, pool } = this.#state;
    const { at, stride } = frequencies.points;
    const freq = arena.doubles(at, stride * pool.classCount);
    let wrong = 0;
    for (let x = 0; x < pool.size; x++) {
      let best = 0;
      for (let y = 1; y < pool.classCount; y++) if (freq[y * stride + x] > freq[best * stride + x]) best = y;
      if (best !== truth[x]) wrong++;
    }
    return wrong;
  }
}
