// How many more labels a target will take, for the page.
import { FEWEST_FOR_FORECAST, forecast, forecastState, type Learner } from "xpal";
import type { ForecastAnswer } from "../../protocol/messages.ts";
import type { JudgedAudit } from "./promise.ts";

/** The forecast at the labels of now; none with too few of them. */
export async function forecastAnswer(
  learner: Learner,
  sequence: number,
  audits: readonly JudgedAudit[],
  target: number,
): Promise<ForecastAnswer> {
  const { labels } = learner;
  const about = { sequence, labels: labels.count, fewest: FEWEST_FOR_FORECAST, open: labels.unlabelled().length };
  if (labels.count < FEWEST_FOR_FORECAST) return { ...about, forecast: null };
  const judged = audits.map(({ labels, to, predicted }) => ({ labels, wrong: to !== predicted }));
  const { curve, ...found } = forecast(await forecastState(learner, judged), { target });
  return { ...about, forecast: { ...found, curve: [...curve] } };
}
