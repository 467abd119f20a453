// By what the classes of items are predicted: the similarities that items are chosen by, or a predictor.
import { type Preview, probabilitiesOf, type Snapshot } from "@xpal/core";

/** The chances of an item's classes: those that its worth was computed with, or where the pool has a predictor its own. */
export async function chancesOf(snapshot: Snapshot, item: number, preview: Preview): Promise<ArrayLike<number>> {
  if (snapshot.pool.predictor === null) return preview.answers.map(({ probability }) => probability);
  return probabilitiesOf(await snapshot.predictiveFrequenciesAt([item])).data;
}

/** The predictor in words, for `look`; left out where items are predicted by the similarities that they are chosen by. */
export async function predictorIn(snapshot: Snapshot): Promise<{ predictor?: string }> {
  const predictor = await snapshot.describePredictor();
  return predictor === null ? {} : { predictor };
}
