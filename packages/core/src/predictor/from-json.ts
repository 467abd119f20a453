// A predictor from its JSON form.
import { reject } from "../check.ts";
import type { Predictor, PredictorJSON } from "./predictor.ts";
import { type RidgeOptions, ridge } from "./ridge.ts";

/** The predictor that `toJSON` described. */
export function predictorFromJSON(json: PredictorJSON): Predictor {
  if (json?.name === "ridge") {
    const { name: _, ...options } = json;
    return ridge(options as RidgeOptions);
  }
  return reject("Learner.fromJSON", "json.predictor", "must name a predictor of this library", json?.name);
}
