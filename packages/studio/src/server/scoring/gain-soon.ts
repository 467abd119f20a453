// What the next few labels together are expected to bring: beyond one step, where a single gain may be zero too early.
import { decide, type Labels, type Learner, type Preview, type XpalStrategy } from "@xpal/core";
import type { Soon } from "../../protocol/messages.ts";

/** Each further item is chosen as if those before it had been answered as the model expects. */
export async function gainSoon(learner: Learner, now: Labels, sequence: number, labels: number): Promise<Soon> {
  let supposed = now;
  let count = 0;
  let gain = 0;
  const costs = labelCostsIn(learner);
  let cost = 0;
  for (; count < labels; count++) {
    const snapshot = learner.at(supposed);
    const [best] = await snapshot.suggest();
    if (best === undefined) break;
    const preview = await snapshot.preview(best.index, { flips: 0 });
    gain += preview.gain;
    cost += costs?.[best.index] ?? 0;
    supposed = supposed.add(best.index, likeliestOf(preview));
  }
  return { sequence, labels: count, gain, cost: costs === null ? null : cost };
}

/** What the label of each item costs; null where all cost the same. */
export function labelCostsIn({ strategy }: Learner): Float64Array | null {
  return (strategy as XpalStrategy).labelCosts;
}

/** The position of the most probable answer; of equal ones the first. */
function likeliestOf({ answers }: Preview): number {
  return decide(answers.map(({ probability }) => probability));
}
