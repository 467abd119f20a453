// The order of tasks as predictions. Label Studio orders by ascending score, so the score is the place in the order as a
// share: 0 is the task to label first. How sure the prediction is stands beside its class.
import type { ItemPrediction, Ranking } from "../ranked-pool.ts";
import type { PushedPrediction } from "./label-studio-api.ts";
import type { LabellingConfig } from "./labelling-config.ts";

/** How predictions are written. */
export interface PredictionStyle {
  readonly version: string;
  readonly config: Pick<LabellingConfig, "fromName" | "toName">;
  /** Whether the predicted class is left out, so that it leads nobody. */
  readonly blind: boolean;
}

/** What versions of the bridge begin with. */
const PREFIX = "xpal-";

/** Predictions for the tasks of an order. */
export function pushedOrder({ order, predictions }: Ranking, style: PredictionStyle): PushedPrediction[] {
  return order.map((id, place) => ({
    task: Number(id),
    ...predictionOf(predictions.get(id), style),
    score: place / order.length,
    model_version: style.version,
  }));
}

/** What is predicted of one task, without its place. */
export function predictionOf(prediction: ItemPrediction | undefined, { config, blind }: PredictionStyle) {
  if (prediction === undefined || blind) return { result: [] };
  const { label, probability } = prediction;
  const { fromName, toName } = config;
  const result = {
    from_name: fromName,
    to_name: toName,
    type: "choices",
    value: { choices: [label] },
    score: probability,
  };
  return { result: [result] };
}

/** The version after all that were used before, also by a bridge that was stopped half way. */
export function nextVersion(used: readonly string[]): string {
  const numbers = used.filter(isOwnVersion).map((version) => Number(version.slice(PREFIX.length)));
  return `${PREFIX}${Math.max(0, ...numbers) + 1}`;
}

export function isOwnVersion(version: string): boolean {
  return version.startsWith(PREFIX) && /^\d{1,15}$/.test(version.slice(PREFIX.length));
}
