// Query by committee on texts. Members look at some columns only, and few cells of a text's row are not zero: going
// through the non-zero cells of a column instead of all pairs of rows is an order of magnitude quicker than the
// definition (qbc in the core) and gives its bits, as adding zero changes nothing. The test holds it to the definition.
import {
  type CommitteeMember,
  disagreement,
  type Labels,
  type Matrix,
  type Pool,
  probabilitiesOf,
  type Strategy,
} from "xpal";

/** The cells of a column that are not zero. */
interface SparseColumn {
  readonly items: Uint32Array;
  readonly values: Float64Array;
}

/** A pool's features by column, ready for committees. */
export class CosineCommittee {
  readonly #features: Matrix;
  readonly #columns: SparseColumn[];

  constructor(pool: Pool) {
    this.#features = pool.features as Matrix;
    this.#columns = Array.from({ length: this.#features.cols }, (_, d) => sparseColumn(this.#features, d));
  }

  /** The strategy that asks where these members disagree most. */
  strategy(members: readonly CommitteeMember[]): Strategy {
    return {
      name: "cosineCommittee",
      scores: ({ labels, candidates, pool }) =>
        disagreement(members.map((member) => this.#probabilities(member, labels, candidates, pool.classCount))),
      toJSON: () => ({ name: "cosineCommittee" }),
    };
  }

  #probabilities(
    { samples, columns }: CommitteeMember,
    labels: Labels,
    candidates: Uint32Array,
    classCount: number,
  ): Matrix {
    const scaled = this.#scaled(columns);
    const answers = new Map(labels.labelled.map(({ index, counts }) => [index, counts]));
    const similarities = new Map<number, Float64Array>();
    const freq = new Float64Array(candidates.length * classCount);
    for (let s = 0; s < samples.length; s++) {
      let w = similarities.get(samples[s]);
      if (w === undefined) {
        w = similaritiesTo(samples[s], scaled, this.#features.rows);
        similarities.set(samples[s], w);
      }
      const counts = answers.get(samples[s]) as Uint32Array;
      for (let y = 0; y < classCount; y++) {
        if (counts[y] === 0) continue;
        for (let i = 0; i < candidates.length; i++) freq[i * classCount + y] += counts[y] * w[candidates[i]];
      }
    }
    return probabilitiesOf({ rows: candidates.length, cols: classCount, data: freq });
  }

  /** The chosen columns, in their order, with every row scaled to length 1 over them. */
  #scaled(columns: ArrayLike<number>): SparseColumn[] {
    const lengths = new Float64Array(this.#features.rows);
    const chosen = Array.from(columns, (d) => this.#columns[d]);
    for (const { items, values } of chosen) {
      for (let at = 0; at < items.length; at++) lengths[items[at]] += values[at] * values[at];
    }
    for (let i = 0; i < lengths.length; i++) lengths[i] = Math.sqrt(lengths[i]);
    return chosen.map(({ items, values }) => ({
      items,
      values: values.map((value, at) => value / lengths[items[at]]),
    }));
  }
}

function sparseColumn({ rows, cols, data }: Matrix, d: number): SparseColumn {
  const items = Uint32Array.from({ length: rows }, (_, i) => i).filter((i) => data[i * cols + d] !== 0);
  return { items, values: Float64Array.from(items, (i) => data[i * cols + d]) };
}

function similaritiesTo(item: number, columns: SparseColumn[], rows: number): Float64Array {
  const sums = new Float64Array(rows);
  for (const { items, values } of columns) {
    const place = placeOf(items, item);
    if (place < 0) continue;
    const own = values[place];
    for (let at = 0; at < items.length; at++) sums[items[at]] += values[at] * own;
  }
  return sums;
}

/** Where an item stands in an ascending list; -1 if it does not. */
function placeOf(items: Uint32Array, item: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle] < item) low = middle + 1;
    else high = middle;
  }
  return items[low] === item ? low : -1;
}
