// The fast twin of query by committee (src/strategies/qbc.ts): the same draws, then the definition's own sums, with a member's
// similarities computed once per labelled item that it drew, for all items at once.
import { itemsOf } from "../../labels.ts";
import {
  type CommitteeMember,
  checkSamples,
  drawCommittee,
  labelledClassCount,
  type QbcStrategy,
} from "../../strategies/qbc.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import { largestOf } from "../largest-of.ts";
import { GrowingBuffer } from "../memory/growing-buffer.ts";
import { ColumnSums } from "./column-sums.ts";
import { gather, placesOf } from "./gather.ts";
import type { WasmState } from "./wasm-state.ts";

/** How often each labelled item was given each class. */
type Answers = ReadonlyMap<number, Uint32Array>;

/** Scores candidates by a committee's disagreement. */
export class QbcScores {
  readonly #state: WasmState;
  readonly #columns: number;
  readonly #planes: number;
  readonly #items: GrowingBuffer;
  readonly #rows: GrowingBuffer;
  readonly #sums: ColumnSums;
  /** The row of each item that a member drew, from 1; 0 for the others. */
  readonly #numbers: Uint32Array;

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
    this.#items = new GrowingBuffer(arena);
    this.#rows = new GrowingBuffer(arena);
    this.#sums = new ColumnSums(state);
    this.#numbers = new Uint32Array(pool.size);
    this.#columns = arena.allocate((pool.features as { cols: number }).cols * 4);
    this.#planes = arena.allocate(state.frequencies.items.stride * pool.classCount * 8);
  }

  score({ strategy, labels, candidates, generator }: ScoreRequest): Scored {
    const { pool, orders } = this.#state;
    const { memberCount, members: given } = strategy as QbcStrategy;
    checkSamples({ labels }, given ?? []);
    if (labelledClassCount({ labels }) < 2) {
      const none = new Float64Array(candidates.length);
      return { scores: none, best: largestOf(none) };
    }
    const committee = given ?? drawCommittee({ pool, labels }, memberCount, generator);
    const answers = new Map(itemsOf(labels).map(({ index, counts }) => [index, counts]));
    const { stride } = this.#state.frequencies.items;
    const probabilities = committee.map((member) => {
      this.#writeFrequencies(member, answers, stride);
      const { arena } = this.#state;
      return probabilitiesAt(arena.doubles(this.#planes, stride * pool.classCount), stride, pool.classCount);
    });
    const all = disagreement(probabilities, stride, pool.classCount);
    const scores = gather(all, placesOf(orders.itemPlaces, candidates));
    return { scores, best: largestOf(scores) };
  }

  /** Writes a member's frequencies at all positions: the answers of its sample, in its order, by similarities on its columns. */
  #writeFrequencies({ samples, columns }: CommitteeMember, answers: Answers, count: number): void {
    const { pool, arena, call, relations, orders } = this.#state;
    const items = this.#items.atLeast(samples.length * 4);
    const rows = this.#rows.atLeast(samples.length * count * 8);
    const places = arena.words(items, samples.length);
    const numbers = this.#numbers;
    let drawn = 0;
    for (let s = 0; s < samples.length; s++) {
      if (numbers[samples[s]] > 0) continue;
      places[drawn] = orders.itemPlaces[samples[s]];
      numbers[samples[s]] = ++drawn;
    }
    arena.words(this.#columns, columns.length).set(columns);
    call("fillColumns", {
      relation: relations.itemsWithLabel,
      columns: this.#columns,
      columnCount: columns.length,
      items,
      itemCount: drawn,
      from: 0,
      count,
      out: rows,
    });
    for (let y = 0; y < pool.classCount; y++) {
      this.#sums.sum(this.#planes + y * count * 8, count, (add) => {
        for (let s = 0; s < samples.length; s++) {
          const times = (answers.get(samples[s]) as Uint32Array)[y];
          if (times > 0) add(rows + (numbers[samples[s]] - 1) * count * 8, times);
        }
      });
    }
    for (let s = 0; s < samples.length; s++) numbers[samples[s]] = 0;
  }
}

/** Class probabilities, as in src/classifier/parzen-window.ts, class after class. */
function probabilitiesAt(freq: Float64Array, count: number, classCount: number): Float64Array {
  const p = new Float64Array(freq.length);
  for (let i = 0; i < count; i++) {
    let total = 0;
    for (let at = i; at < p.length; at += count) total += freq[at];
    for (let at = i; at < p.length; at += count) p[at] = total === 0 ? 1 / classCount : freq[at] / total;
  }
  return p;
}

/** The sum over members of KL(member || mean), added in the definition's order: class after class, members in turn. */
function disagreement(members: readonly Float64Array[], count: number, classCount: number): Float64Array {
  const scores = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    for (let at = i; at < count * classCount; at += count) {
      let mean = 0;
      for (let m = 0; m < members.length; m++) mean += members[m][at];
      mean /= members.length;
      for (let m = 0; m < members.length; m++) {
        const p = members[m][at];
        if (p > 0) scores[i] += p * Math.log(p / mean);
      }
    }
  }
  return scores;
}
