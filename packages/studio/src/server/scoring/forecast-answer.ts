// How many more labels a target will take, for the page: a target error, or where errors have costs a mean cost.
import { FEWEST_FOR_FORECAST, forecast, forecastState, type Labels, type Learner, largestCost } from "xpal";
import type { ForecastAnswer } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";
import { type JudgedAudit, lossOf, MOST } from "./promise.ts";

/** The forecast at some labels; none with too few of them. */
export async function forecastAnswer(
  learner: Learner,
  labels: Labels,
  sequence: number,
  audits: readonly JudgedAudit[],
  target: number | null,
): Promise<ForecastAnswer> {
  const { pool } = learner;
  const largest = largestCost(pool);
  if (largest === null && target !== null && target >= 1) {
    throw new StudioError("bad-argument", `the target must be an error above 0 and below 1, got ${target}`);
  }
  const about = { sequence, labels: labels.count, fewest: FEWEST_FOR_FORECAST, open: labels.unlabelled().length };
  if (labels.count < FEWEST_FOR_FORECAST) return { ...about, forecast: null };
  const judged = audits.map(({ labels, to, predicted }) =>
    largest === null ? { labels, wrong: to !== predicted } : { labels, cost: lossOf(pool, to, predicted) },
  );
  // A mean cost above the largest is reached by any model.
  const options = target === null ? {} : { target: Math.min(target, MOST * (largest ?? 1)) };
  const { curve, ...found } = forecast(await forecastState(learner, judged, labels), options);
  return { ...about, forecast: { ...found, target: target ?? found.target, curve: [...curve] } };
}
