// Query by committee for kernels whose similarities on part of the columns can be had quicker than pair by pair, as the
// definition (qbc in the core), with its very bits. The tests hold every kind of rows to the definition.
import type { CommitteeMember, Strategy } from "xpal";

/** For some candidates and a member's columns, the candidates' similarities to one item. */
export type MemberRows = (candidates: Uint32Array) => (columns: ArrayLike<number>) => (item: number) => Float64Array;

/** The strategy that asks where these members disagree most. */
export function committeeOf(members: readonly CommitteeMember[], rowsOf: MemberRows): Strategy {
  return {
    name: "memberRows",
    scores: ({ labels, candidates, pool }) => {
      const rowsOn = rowsOf(candidates);
      const answers = new Map(labels.labelled.map(({ index, counts }) => [index, counts]));
      const probabilities = members.map(({ samples, columns }) => {
        const planes = Array.from({ length: pool.classCount }, () => new Float64Array(candidates.length));
        sum(samples, rowsOn(columns), answers, planes);
        normalise(planes);
        return planes;
      });
      const scores = new Float64Array(candidates.length);
      for (let y = 0; y < pool.classCount; y++) {
        addDisagreement(
          probabilities.map((planes) => planes[y]),
          scores,
        );
      }
      return scores;
    },
    toJSON: () => ({ name: "memberRows" }),
  };
}

/** A member's frequencies at the candidates, one plane per class, summed in the order of its sample. */
function sum(
  samples: ArrayLike<number>,
  rowOf: (item: number) => Float64Array,
  answers: ReadonlyMap<number, Uint32Array>,
  planes: readonly Float64Array[],
): void {
  const rows = new Map<number, Float64Array>();
  for (let s = 0; s < samples.length; s++) {
    let row = rows.get(samples[s]);
    if (row === undefined) {
      row = rowOf(samples[s]);
      rows.set(samples[s], row);
    }
    const counts = answers.get(samples[s]) as Uint32Array;
    for (let y = 0; y < planes.length; y++) if (counts[y] > 0) add(planes[y], row, counts[y]);
  }
}

function add(plane: Float64Array, row: Float64Array, count: number): void {
  for (let i = 0; i < plane.length; i++) plane[i] += count * row[i];
}

/** Frequencies become probabilities; without any frequency all classes are equally likely. */
function normalise(planes: readonly Float64Array[]): void {
  for (let i = 0; i < planes[0].length; i++) {
    let total = 0;
    for (let y = 0; y < planes.length; y++) total += planes[y][i];
    for (let y = 0; y < planes.length; y++) planes[y][i] = total === 0 ? 1 / planes.length : planes[y][i] / total;
  }
}

/** One class's part of the sum over members of KL(member || mean); 0 log 0 = 0. */
function addDisagreement(members: readonly Float64Array[], scores: Float64Array): void {
  for (let i = 0; i < scores.length; i++) {
    let mean = 0;
    for (let m = 0; m < members.length; m++) mean += members[m][i];
    mean /= members.length;
    for (let m = 0; m < members.length; m++) {
      const p = members[m][i];
      if (p > 0) scores[i] += p * Math.log(p / mean);
    }
  }
}
