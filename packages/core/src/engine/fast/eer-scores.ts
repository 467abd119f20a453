// The fast twin of expected error reduction with the zero-one loss (src/strategies/eer.ts): one dense pass over
// the candidates and the unlabelled items, then an exact choice.
import { priorPerClass } from "../../classifier/priors.ts";
import type { EerStrategy } from "../../strategies/eer.ts";
import { chooseExactly } from "../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { similarityMatrix } from "./similarity-matrix.ts";
import type { WasmState } from "./wasm-state.ts";

/** Half the distance between 1 and the next double. */
const UNIT = 2 ** -53;

/** Scores candidates by EER on a state whose evaluation points are the whole pool. */
export class EerScores {
  readonly #state: WasmState;
  readonly #prior: number;
  readonly #open: number;
  readonly #room: number;

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
    this.#prior = arena.allocate(pool.classCount * 8);
    this.#open = arena.allocate(pool.size * 4);
    this.#room = arena.allocate((pool.classCount + 1) * 24);
  }

  score({ strategy, labels, candidates, count = 1 }: ScoreRequest): Scored {
    const { pool, arena, call, relations, frequencies, work, orders } = this.#state;
    const prior = priorPerClass("eer", "epsilon", (strategy as EerStrategy).epsilon, pool.classCount);
    const open = labels.unlabelled();
    arena.doubles(this.#prior, prior.length).set(prior);
    arena.words(this.#open, open.length).set(open.map((item) => orders.itemPlaces[item]));
    frequencies.update(labels);
    this.#addUp(open.length);
    relations.check();
    const scores = this.#expected(candidates, prior, open.length);
    const { at, stride } = frequencies.items;
    const bound = errorBound(pool.classCount, open.length);
    const exactly = (place: number) => {
      const given = {
        relation: relations.pointsWithItem,
        candidate: orders.itemPlaces[candidates[place]],
        open: this.#open,
        openCount: open.length,
        itemCount: pool.size,
        classCount: pool.classCount,
        freq: at,
        stride,
        prior: this.#prior,
        row: work.row,
        scratch: work.scratch,
        room: this.#room,
      };
      return -call("lossExactly", given);
    };
    return chooseExactly(scores, count, () => bound, exactly);
  }

  #addUp(openCount: number): void {
    const { pool, call, relations, frequencies, work, sums } = this.#state;
    const { at, stride } = frequencies.items;
    const matrix = similarityMatrix(this.#state);
    call("clear", { at: sums.at, length: sums.bytes });
    call("sumConfidence", {
      relation: relations.itemsWithPoint,
      open: this.#open,
      from: 0,
      to: openCount,
      itemCount: pool.size,
      classCount: pool.classCount,
      freq: at,
      stride,
      prior: this.#prior,
      values: matrix,
      sums: sums.at,
      row: work.row,
      scratch: work.scratch,
    });
  }

  /** Minus the expected loss: the chance of each label times what remains of certainty. */
  #expected(candidates: Uint32Array, prior: Float64Array, openCount: number): Float64Array {
    const { pool, arena, frequencies, sums, orders } = this.#state;
    const { at, stride } = frequencies.items;
    const freq = arena.doubles(at, stride * pool.classCount);
    const all = arena.doubles(sums.at, sums.bytes / 8);
    const scores = new Float64Array(candidates.length);
    for (let i = 0; i < scores.length; i++) {
      const c = orders.itemPlaces[candidates[i]];
      let total = 0;
      let expected = 0;
      for (let y = 0; y < prior.length; y++) {
        const chance = freq[y * stride + c] + prior[y];
        total += chance;
        expected += chance * (openCount - all[y * stride + c]);
      }
      scores[i] = -expected / total;
    }
    return scores;
  }
}

/**
 * How far a fast score can be from the definition's: each of n terms lies in [0, 1] and is rounded at most C + 6 times on
 * either side, n additions of sums up to n cost n u n on either side, and the chances 2 C + 6
 * roundings of at most n.
 */
function errorBound(classCount: number, openCount: number): number {
  return UNIT * 1.01 * openCount * (2 * (2 * classCount + 8) + 2 * openCount + 2 * (2 * classCount + 6));
}
