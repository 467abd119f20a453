// What the summary after labelling says of the way ahead: the forecast for the usual target, where there is enough to say.
import { FEWEST_FOR_FORECAST, type Forecast, type ForecastState, forecast, forecastState, type Learner } from "xpal";
import { forecastWords } from "./forecast-words.ts";
import type { RiskName } from "./worth.ts";

/** A forecast as a summary has it. */
export type Expectation = Pick<Forecast, "target" | "level" | "more" | "chance"> & { readonly sentence: string };

/**
 * The forecast for an error of 5 %, or for a mean cost of 5 % of the blind one; null with fewer than 20 labels, or with nothing left to label.
 * @param open How many rows of the file are open; the learner may know only some of them.
 */
export async function expectation(learner: Learner, open: number, risk: RiskName): Promise<Expectation | null> {
  if (learner.labels.count < FEWEST_FOR_FORECAST || open === 0) return null;
  const found = forecast(stateInFile(await forecastState(learner), open));
  const { target, level, more, chance } = found;
  return { target, level, more, chance, sentence: forecastWords(found, open, risk) };
}

/** The same state in the whole file, of which the learner may know only a working set: hard rows are used up later there. */
export function stateInFile(state: ForecastState, open: number): ForecastState {
  return { ...state, items: state.labels + open };
}
