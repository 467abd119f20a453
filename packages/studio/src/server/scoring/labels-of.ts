// Answers as the core's labels.
import { Labels, type Pool } from "@xpal/core";

/** Answers that are labels: an item and the index of its class. */
export type Labelled = readonly (readonly [item: number, to: number])[];

/** The labels that these answers make; of several answers for an item the last counts. */
export function labelsOf(pool: Pool, answers: Labelled): Labels {
  const labelled = Array.from(new Map(answers), ([item, to]) => [item, to, 1] as const);
  return Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] });
}
