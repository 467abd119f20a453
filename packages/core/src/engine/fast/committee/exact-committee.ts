// A committee's disagreement with the definition's bits (src/strategies/qbc.ts), for any stretch of the pool: a member's
// similarities computed once per labelled item it drew, its frequencies summed in the order of its sample.
import type { CommitteeMember } from "../../../strategies/qbc.ts";
import { GrowingBuffer } from "../../memory/growing-buffer.ts";
import { ColumnSums } from "../column-sums.ts";
import type { WasmState } from "../wasm-state.ts";

/** How often each labelled item was given each class. */
export type Answers = ReadonlyMap<number, Uint32Array>;

/** Writes a member's frequencies at the positions from `from` on, `count` of them, to planes of this many numbers. */
export type MemberFrequencies = (member: CommitteeMember, from: number, count: number, planes: number) => void;

/** Above this many stretches of eight asked for one by one, the whole pool is scored at once. */
const MAX_STRETCHES = 12;

/** Room for exact scores, kept from one query to the next. */
export class ExactCommittee {
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

  /** The scores of all positions. */
  scores(members: readonly CommitteeMember[], frequencies: MemberFrequencies): Float64Array {
    return this.#stretch(members, frequencies, 0, this.#state.frequencies.items.stride);
  }

  /** The score of one position after another; neighbours are computed together. */
  scoreAt(members: readonly CommitteeMember[], frequencies: MemberFrequencies): (place: number) => number {
    const known = new Map<number, Float64Array>();
    let all: Float64Array | undefined;
    return (place) => {
      const pack = place >> 3;
      const scores = known.get(pack);
      if (scores !== undefined) return scores[place & 7];
      if (known.size === MAX_STRETCHES) all ??= this.scores(members, frequencies);
      if (all !== undefined) return all[place];
      known.set(pack, this.#stretch(members, frequencies, pack << 3, 8));
      return (known.get(pack) as Float64Array)[place & 7];
    };
  }

  /** Frequencies by the kernel's similarities on the member's columns, whatever they are. */
  bySimilarities(answers: Answers): MemberFrequencies {
    const { pool, arena, jobs, relations, orders } = this.#state;
    return ({ samples, columns }, from, count, planes) => {
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
      jobs.call("fillColumns", {
        relation: relations.itemsWithLabel,
        columns: this.#columns,
        columnCount: columns.length,
        items,
        itemCount: drawn,
        from,
        count,
        out: rows,
      });
      const rowOf = (item: number) => rows + (numbers[item] - 1) * count * 8;
      sumAnswers(this.#sums, samples, rowOf, answers, pool.classCount, count, planes);
      for (let s = 0; s < samples.length; s++) numbers[samples[s]] = 0;
    };
  }

  #stretch(members: readonly CommitteeMember[], frequencies: MemberFrequencies, from: number, count: number) {
    const { arena, pool } = this.#state;
    const probabilities = members.map((member) => {
      frequencies(member, from, count, this.#planes);
      return probabilitiesAt(arena.doubles(this.#planes, count * pool.classCount), count, pool.classCount);
    });
    return disagreement(probabilities, count, pool.classCount);
  }
}

/** Sums each class's frequencies over a member's samples, in their order; `rowOf` says where an item's similarities begin. */
export function sumAnswers(
  sums: ColumnSums,
  samples: ArrayLike<number>,
  rowOf: (item: number) => number,
  answers: Answers,
  classCount: number,
  count: number,
  planes: number,
): void {
  const counts: Uint32Array[] = [];
  for (let s = 0; s < samples.length; s++) counts.push(answers.get(samples[s]) as Uint32Array);
  for (let y = 0; y < classCount; y++) {
    sums.sum(planes + y * count * 8, count, (add) => {
      for (let s = 0; s < counts.length; s++) if (counts[s][y] > 0) add(rowOf(samples[s]), counts[s][y]);
    });
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
