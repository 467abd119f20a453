// Query by committee for kernels whose similarities on part of the columns can be had quicker than pair by pair from the
// definition (qbc in the core), with its very bits. The tests hold every kind of rows to the definition.
import { type CommitteeMember, disagreement, type Labels, type Matrix, probabilitiesOf, type Strategy } from "xpal";

/** For a member's columns, the similarities of all items to one item. */
export type MemberRows = (columns: ArrayLike<number>) => (item: number) => Float64Array;

/** The strategy that asks where these members disagree most. */
export function committeeOf(members: readonly CommitteeMember[], rowsOn: MemberRows): Strategy {
  return {
    name: "memberRows",
    scores: ({ labels, candidates, pool }) =>
      disagreement(
        members.map(({ samples, columns }) =>
          probabilities(samples, rowsOn(columns), labels, candidates, pool.classCount),
        ),
      ),
    toJSON: () => ({ name: "memberRows" }),
  };
}

/** A member's class probabilities at the candidates: frequencies are summed in the order of its sample. */
function probabilities(
  samples: ArrayLike<number>,
  rowOf: (item: number) => Float64Array,
  labels: Labels,
  candidates: Uint32Array,
  classCount: number,
): Matrix {
  const answers = new Map(labels.labelled.map(({ index, counts }) => [index, counts]));
  const rows = new Map<number, Float64Array>();
  const freq = new Float64Array(candidates.length * classCount);
  for (let s = 0; s < samples.length; s++) {
    let w = rows.get(samples[s]);
    if (w === undefined) {
      w = rowOf(samples[s]);
      rows.set(samples[s], w);
    }
    const counts = answers.get(samples[s]) as Uint32Array;
    for (let y = 0; y < classCount; y++) {
      if (counts[y] === 0) continue;
      for (let i = 0; i < candidates.length; i++) freq[i * classCount + y] += counts[y] * w[candidates[i]];
    }
  }
  return probabilitiesOf({ rows: candidates.length, cols: classCount, data: freq });
}
