// What the summary after labelling says of the way ahead: the forecast for the usual target, where there is enough to say.
import {
  type Check,
  type Forecast,
  type ForecastState,
  forecast,
  forecastState,
  type Learner,
  MIN_FOR_FORECAST,
  tooEarly,
} from "@xpal/core";
import { forecastWords } from "./forecast-words.ts";
import type { RiskName } from "./worth.ts";

/** A forecast as a summary has it. */
export type Expectation = Pick<Forecast, "target" | "level" | "more" | "chance"> & { readonly sentence: string };

/** Why there is no forecast yet. */
export const TOO_EARLY = `Too early for a forecast of the error: it needs ${MIN_FOR_FORECAST} labels, and two of a second class.`;

/**
 * The forecast for a target error, or for a target mean cost; null while it is too early, or with nothing left to label.
 * @param open How many rows of the file are open; the learner may know only some of them.
 */
export async function expectation(
  learner: Learner,
  open: number,
  risk: RiskName,
  checks: readonly Check[],
  named: number,
): Promise<Expectation | null> {
  const { labels, pool } = learner;
  if (labels.count < MIN_FOR_FORECAST || tooEarly(pool, labels) !== null || open === 0) return null;
  const found = forecast(stateInFile(await forecastState(learner, checks), open), { target: named });
  const { target, level, more, chance } = found;
  return { target, level, more, chance, sentence: forecastWords(found, open, risk) };
}

/** The same state in the whole file, of which the learner may know only a working set: hard rows are used up later there. */
export function stateInFile(state: ForecastState, open: number): ForecastState {
  return { ...state, items: state.labels + open };
}
