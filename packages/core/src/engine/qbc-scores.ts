// The fast twin of query by committee (src/strategies/qbc.ts): the same draws, a member's similarities computed once per
// labelled item it drew, its frequencies summed in the order of its sample, so that scores have the definition's bits.
import type { Pool } from "../pool.ts";
import { checkCommittee, drawCommittee, labelledClassCount, type QbcStrategy } from "../strategies/qbc.ts";
import { largestOf } from "./definition.ts";
import type { Scored, ScoreRequest } from "./engine.ts";
import type { Machine } from "./machine.ts";

/** Scores candidates by a committee's disagreement. */
export class QbcScores {
  readonly #machine: Machine;
  readonly #columns: number;
  readonly #planes: number;
  readonly #rows: number[] = [];

  constructor(machine: Machine) {
    const { arena, pool } = machine;
    this.#machine = machine;
    this.#columns = arena.allocate((pool.features as { cols: number }).cols * 4);
    this.#planes = arena.allocate(machine.frequencies.items.stride * pool.classCount * 8);
  }

  /** Kernels whose similarities the WASM side computes on part of the columns. */
  static knows({ kernel }: Pool): boolean {
    return (kernel.name === "rbf" || kernel.name === "hamming") && kernel.toJSON().own !== true;
  }

  score({ strategy, labels, candidates, generator }: ScoreRequest): Scored {
    const { pool } = this.#machine;
    const scores = new Float64Array(candidates.length);
    if (labelledClassCount({ labels }) < 2) return { scores, best: largestOf(scores) };
    const { memberCount, members: given } = strategy as QbcStrategy;
    if (given !== null) checkCommittee({ pool, labels }, given);
    const committee = given ?? drawCommittee({ pool, labels }, memberCount, generator);
    const answers = new Map(labels.labelled.map(({ index, counts }) => [index, counts]));
    const members = committee.map(({ samples, columns }) => {
      this.#sum(samples, columns, answers);
      return this.#probabilities(candidates);
    });
    disagree(members, pool.classCount, scores);
    return { scores, best: largestOf(scores) };
  }

  /** A member's frequencies at all items, to the planes. */
  #sum(samples: ArrayLike<number>, columns: ArrayLike<number>, answers: ReadonlyMap<number, Uint32Array>): void {
    const { pool, arena, team, relations, frequencies, orders } = this.#machine;
    const { stride } = frequencies.items;
    arena.words(this.#columns, columns.length).set(columns);
    team.call("clear", this.#planes, stride * pool.classCount * 8);
    const drawn = new Map<number, number>();
    for (let s = 0; s < samples.length; s++) {
      let row = drawn.get(samples[s]);
      if (row === undefined) {
        row = this.#row(drawn.size);
        drawn.set(samples[s], row);
        const place = orders.itemPlaces[samples[s]];
        team.call("fillColumns", relations.itemsWithLabel, this.#columns, columns.length, place, stride, row);
      }
      answers.get(samples[s])?.forEach((count, y) => {
        if (count > 0) team.call("addColumn", this.#planes + y * stride * 8, row, count, stride);
      });
    }
  }

  #row(at: number): number {
    const { arena, frequencies } = this.#machine;
    this.#rows[at] ??= arena.allocate(frequencies.items.stride * 8);
    return this.#rows[at];
  }

  /** Class probabilities at the candidates, as in src/classifier/parzen-window.ts, class after class. */
  #probabilities(candidates: Uint32Array): Float64Array {
    const { pool, arena, frequencies, orders } = this.#machine;
    const { stride } = frequencies.items;
    const freq = arena.doubles(this.#planes, stride * pool.classCount);
    const count = candidates.length;
    const p = new Float64Array(count * pool.classCount);
    for (let i = 0; i < count; i++) {
      const c = orders.itemPlaces[candidates[i]];
      let total = 0;
      for (let y = 0; y < pool.classCount; y++) total += freq[y * stride + c];
      for (let y = 0; y < pool.classCount; y++) {
        p[y * count + i] = total === 0 ? 1 / pool.classCount : freq[y * stride + c] / total;
      }
    }
    return p;
  }
}

/** The sum over members of KL(member || mean), added in the definition's order: class after class, members in turn. */
function disagree(members: readonly Float64Array[], classCount: number, scores: Float64Array): void {
  const count = scores.length;
  for (let i = 0; i < count; i++) {
    for (let y = 0; y < classCount; y++) {
      const at = y * count + i;
      let mean = 0;
      for (let m = 0; m < members.length; m++) mean += members[m][at];
      mean /= members.length;
      for (let m = 0; m < members.length; m++) {
        const p = members[m][at];
        if (p > 0) scores[i] += p * Math.log(p / mean);
      }
    }
  }
}
