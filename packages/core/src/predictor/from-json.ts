// A predictor from its JSON form.
import { reject } from "../check.ts";
import { type ClassPoints, classPoints } from "./class-points.ts";
import { extraTrees } from "./extra-trees.ts";
import { type MixtureOptions, mixture } from "./mixture.ts";
import { parzen } from "./parzen.ts";
import type { Predictor, PredictorJSON } from "./predictor.ts";
import { type RidgeOptions, ridge } from "./ridge.ts";

/** The predictor that `toJSON` described. */
export function predictorFromJSON(json: PredictorJSON): Predictor {
  const { name, ...options } = (json ?? {}) as PredictorJSON;
  if (name === "ridge") return ridge(options as RidgeOptions);
  if (name === "extraTrees") return extraTrees(options);
  if (name === "parzen") return parzen();
  if (name === "classPoints") {
    const { rest, ...points } = options as unknown as ClassPoints & { readonly rest: PredictorJSON };
    return classPoints({ ...points, rest: predictorFromJSON(rest) });
  }
  if (name === "mixture" && Array.isArray(options.members)) {
    const members = (options.members as { predictor: PredictorJSON; prior: number }[]).map(({ predictor, prior }) => ({
      predictor: predictorFromJSON(predictor),
      prior,
    }));
    return mixture({ members } satisfies MixtureOptions);
  }
  return reject("Learner.fromJSON", "json.predictor", "must name a predictor of this library", json?.name);
}
