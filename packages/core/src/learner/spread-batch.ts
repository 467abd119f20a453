// Several items at once. The largest scores of now often belong to items that say the same: one answer would do for
// all. So each further item is chosen as if those before it had been answered, and answered as the model expects.
import { decision } from "../classifier/decide.ts";
import type { EngineSession } from "../engine/engine.ts";
import type { Labels } from "../labels.ts";
import { row } from "../matrix.ts";
import type { Suggestion } from "./snapshot.ts";

/** Up to `count` items, best first; scores are those at the time of the choice. `choose` gives the best at some labels. */
export async function spreadBatch(
  session: EngineSession,
  labels: Labels,
  count: number,
  choose: (labels: Labels) => Promise<Suggestion[]>,
): Promise<Suggestion[]> {
  const batch: Suggestion[] = [];
  let supposed = labels;
  while (batch.length < count) {
    const [next] = await choose(supposed);
    if (next === undefined) break;
    batch.push(next);
    if (batch.length === count) break;
    const freq = await session.frequencies(supposed);
    supposed = supposed.add(next.index, decision(row(freq, next.index), null));
  }
  return batch;
}
