// What is predicted of every item. A labelled item is judged by the others: its own label would always agree with itself.
import { decide, leftOutFrequencies, probabilitiesOf, type Snapshot, tooEarly } from "@xpal/core";
import type { Predictions } from "../../protocol/messages.ts";

/** Below this sum of similarities no other label reaches an item: what is left are rounding errors. */
const NOTHING = 1e-12;

/** The classes, how likely they are, and how much labels contradict them, with the labels of the snapshot. */
export async function predictionsOf(
  snapshot: Snapshot,
): Promise<Pick<Predictions, "predicted" | "probability" | "contradiction">> {
  const { pool, labels } = snapshot;
  const frequencies = await snapshot.predictiveFrequencies();
  const { rows, cols, data } = probabilitiesOf(frequencies);
  const loss = (await snapshot.lossMatrix()) ?? undefined;
  const predicted = Array.from({ length: rows }, (_, i) => decide(data.subarray(i * cols, (i + 1) * cols), loss));
  const probability = predicted.map((y, i) => rounded(data[i * cols + y]));
  const contradiction = new Array<number>(rows).fill(0);
  const early = tooEarly(pool, labels) !== null; // without a label, hardly any of its class would be left to speak for it
  const others = leftOutFrequencies(pool, frequencies, labels).data;
  for (const [at, { index, counts }] of labels.labelled.entries()) {
    const k = others.subarray(at * cols, (at + 1) * cols);
    const total = k.reduce((sum, one) => sum + one, 0);
    predicted[index] = total < NOTHING ? counts.indexOf(1) : decide(k, loss);
    probability[index] = total < NOTHING ? rounded(1 / cols) : rounded(k[predicted[index]] / total);
    if (total >= NOTHING && !early) contradiction[index] = rounded(1 - k[counts.indexOf(1)] / Math.max(...k));
  }
  return { predicted, probability, contradiction };
}

/** The score of every open item; 0 for the others. */
export async function usefulnessOf(snapshot: Snapshot): Promise<number[]> {
  const scores = new Array<number>(snapshot.pool.size).fill(0);
  const open = snapshot.labels.unlabelled().length;
  if (open === 0) return scores;
  for (const { index, score } of await snapshot.suggest(open, { batch: "top" })) scores[index] = score;
  return scores;
}

function rounded(probability: number): number {
  return Number(probability.toFixed(4));
}
