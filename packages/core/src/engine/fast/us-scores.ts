// The fast twin of uncertainty sampling (src/strategies/us.ts): the definition's measure on kept frequencies.
import { type UsStrategy, uncertaintyOf } from "../../strategies/us.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import type { WasmState } from "./wasm-state.ts";

/** Scores candidates by how unsure the classifier is. */
export class UsScores {
  readonly #state: WasmState;

  constructor(state: WasmState) {
    this.#state = state;
  }

  score({ strategy, labels, candidates }: ScoreRequest): Scored {
    const { pool, arena, frequencies, relations, orders } = this.#state;
    const measure = uncertaintyOf((strategy as UsStrategy).measure);
    frequencies.update(labels);
    relations.check();
    const { at, stride } = frequencies.items;
    const freq = arena.doubles(at, stride * pool.classCount);
    const p = new Float64Array(pool.classCount);
    const scores = new Float64Array(candidates.length);
    for (let place = 0; place < scores.length; place++) {
      const c = orders.itemPlaces[candidates[place]];
      let total = 0;
      for (let y = 0; y < p.length; y++) total += freq[y * stride + c];
      for (let y = 0; y < p.length; y++) p[y] = total === 0 ? 1 / p.length : freq[y * stride + c] / total;
      scores[place] = measure(p);
    }
    return { scores, best: largestOf(scores) };
  }
}
