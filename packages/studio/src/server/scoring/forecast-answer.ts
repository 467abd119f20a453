// How many more labels a target will take, for the page: a target error, or where errors have costs a mean cost.
import {
  type Check,
  forecast,
  forecastState,
  type Labels,
  type Learner,
  largestCost,
  MIN_FOR_FORECAST,
  tooEarly,
} from "@xpal/core";
import type { ForecastAnswer } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";

/** The largest share of the largest cost that a forecast takes as a target. */
const MAX_SHARE = 0.999;

/** The forecast at some labels; none while there are too few of them, or too few of a second class. */
export async function forecastAnswer(
  learner: Learner,
  labels: Labels,
  sequence: number,
  checks: readonly Check[],
  target: number | null,
): Promise<ForecastAnswer> {
  const { pool } = learner;
  const largest = largestCost(pool);
  if (largest === null && target !== null && target >= 1) {
    throw new StudioError("bad-argument", `the target must be an error above 0 and below 1, got ${target}`);
  }
  const about = { sequence, labels: labels.count, fewest: MIN_FOR_FORECAST, open: labels.unlabelled().length };
  if (labels.count < MIN_FOR_FORECAST || tooEarly(pool, labels) !== null) return { ...about, forecast: null };
  // A mean cost above the largest is reached by any model.
  const options = target === null ? {} : { target: Math.min(target, MAX_SHARE * (largest ?? 1)) };
  const { curve, ...found } = forecast(await forecastState(learner, checks, labels), options);
  return { ...about, forecast: { ...found, target: target ?? found.target, curve: [...curve] } };
}
