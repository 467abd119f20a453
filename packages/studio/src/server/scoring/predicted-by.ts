// By what the classes of items are predicted: the similarities that items are chosen by, or a predictor.
import { type Preview, probabilitiesOf, type Snapshot } from "xpal";

/** The chances of an item's classes: those that its worth was computed with, or where the pool has a predictor its own. */
export async function chancesOf(snapshot: Snapshot, item: number, preview: Preview): Promise<ArrayLike<number>> {
  if (snapshot.pool.predictor === null) return preview.answers.map(({ probability }) => probability);
  return probabilitiesOf(await snapshot.predictiveFrequenciesAt([item])).data;
}

/** The predictor in words; nothing where there is none, or it says nothing at so many labels. */
export function predictorIn({ pool: { predictor, features }, labels }: Snapshot): { predictor?: string } {
  if (predictor === null || labels.count === 0 || labels.count > predictor.mostLabels) return {};
  return { predictor: predictor.describe(features, labels) };
}
