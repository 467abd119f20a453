// What is known about an item and what each answer to it would do, by the kernel as the answers have taught it.
import { decide, type Kernel, type Snapshot } from "@xpal/core";
import type { Look, LookAnswer } from "../../protocol/messages.ts";
import { learnedWeights } from "./learned-weights.ts";
import { chancesOf, predictorIn } from "./predicted-by.ts";

const EXAMPLES = 6;
const NEAREST = 5;

/** The part of a look that the model alone knows, classes by their index. */
export interface ModelLook extends Omit<Look, "sequence" | "labelCost" | "density" | "words" | "answers"> {
  readonly answers: readonly LookAnswer[];
}

/** Looks at an item with the labels of the snapshot. */
export async function lookAt(snapshot: Snapshot, item: number): Promise<ModelLook> {
  const { size, classes, evaluation } = snapshot.pool;
  const preview = await snapshot.preview(item, { flips: EXAMPLES });
  const chances = await chancesOf(snapshot, item, preview);
  const predicted = decide(chances, (await snapshot.lossMatrix()) ?? undefined);
  const kernel = await snapshot.kernel();
  return {
    item,
    gain: preview.gain,
    items: preview.gain * size,
    predicted,
    probability: chances[predicted],
    answers: preview.answers.map(({ gain, flipCount, flips }, y) => ({
      probability: chances[y],
      gain,
      items: gain * size,
      flips: Math.round((flipCount * size) / evaluation.size), // a sample stands for all items of a large pool
      examples: flips.map(({ index, from, to }) => ({
        item: index,
        from: classes.indexOf(from),
        to: classes.indexOf(to),
      })),
    })),
    near: nearestLabelled(snapshot, kernel, item),
    learned: learnedWeights(kernel, snapshot.labels.count),
    ...(await predictorIn(snapshot)),
  };
}

/** The labelled items that are most similar to an item. */
function nearestLabelled({ pool: { features }, labels }: Snapshot, kernel: Kernel, item: number): Look["near"] {
  return labels.labelled
    .filter(({ index }) => index !== item)
    .map(({ index, counts }) => ({
      item: index,
      to: counts.indexOf(1),
      similarity: kernel.similarity(features, item, features, index),
    }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, NEAREST);
}
