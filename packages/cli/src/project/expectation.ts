// What the summary after labelling says of the way ahead: the forecast for the usual target, where there is enough to say.
import { FEWEST_FOR_FORECAST, type Forecast, forecast, forecastState, type Learner } from "xpal";
import { forecastWords } from "./forecast-words.ts";
import type { RiskName } from "./worth.ts";

/** A forecast as a summary has it. */
export type Expectation = Pick<Forecast, "target" | "level" | "more" | "chance"> & { readonly sentence: string };

/** The forecast for an error of 5 %, or for a mean cost of 5 % of the blind one; null with fewer than 20 labels, or with nothing left to label. */
export async function expectation(learner: Learner, risk: RiskName): Promise<Expectation | null> {
  const open = learner.labels.unlabelled().length;
  if (learner.labels.count < FEWEST_FOR_FORECAST || open === 0) return null;
  const found = forecast(await forecastState(learner));
  const { target, level, more, chance } = found;
  return { target, level, more, chance, sentence: forecastWords(found, open, risk) };
}
