// A committee's disagreement with the definition's bits (src/strategies/qbc.ts), for any stretch of the pool: a member's
// similarities computed once per labelled item it drew, its frequencies summed in the order of its sample.
import type { CommitteeMember } from "../../../strategies/qbc.ts";
import type { WasmState } from "../wasm-state.ts";

/** How often each labelled item was given each class. */
export type Answers = ReadonlyMap<number, Uint32Array>;

/** Writes a member's frequencies at the positions from `from` on, `count` of them, to planes of this many numbers. */
export type MemberFrequencies = (member: CommitteeMember, from: number, count: number, planes: number) => void;

/** Above this many stretches of eight asked for one by one, the whole pool is scored at once. */
const MOST_STRETCHES = 12;

/** Room for exact scores, kept from one query to the next. */
export class ExactCommittee {
  readonly #state: WasmState;
  readonly #columns: number;
  readonly #planes: number;
  readonly #rows: number[] = [];

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
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
      if (known.size === MOST_STRETCHES) all ??= this.scores(members, frequencies);
      if (all !== undefined) return all[place];
      known.set(pack, this.#stretch(members, frequencies, pack << 3, 8));
      return (known.get(pack) as Float64Array)[place & 7];
    };
  }

  /** Frequencies by the kernel's similarities on the member's columns, whatever they are. */
  bySimilarities(answers: Answers): MemberFrequencies {
    const { pool, arena, jobs, relations, orders } = this.#state;
    return ({ samples, columns }, from, count, planes) => {
      arena.words(this.#columns, columns.length).set(columns);
      jobs.call("clear", { at: planes, length: count * pool.classCount * 8 });
      const drawn = new Map<number, number>();
      for (let s = 0; s < samples.length; s++) {
        let row = drawn.get(samples[s]);
        if (row === undefined) {
          row = this.#row(drawn.size);
          drawn.set(samples[s], row);
          const place = orders.itemPlaces[samples[s]];
          const [list, length] = [this.#columns, columns.length];
          jobs.call("fillColumns", {
            relation: relations.itemsWithLabel,
            columns: list,
            columnCount: length,
            item: place,
            from,
            count,
            out: row,
          });
        }
        const counts = answers.get(samples[s]) as Uint32Array;
        for (let y = 0; y < counts.length; y++) {
          if (counts[y] > 0)
            jobs.call("addColumn", { plane: planes + y * count * 8, column: row, count: counts[y], length: count });
        }
      }
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

  #row(at: number): number {
    const { arena, frequencies } = this.#state;
    this.#rows[at] ??= arena.allocate(frequencies.items.stride * 8);
    return this.#rows[at];
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
