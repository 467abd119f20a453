// Classifiers that predict: one alone, or several together.

export { type ClassPoints, type ClassPointsOptions, classPoints } from "../predictor/class-points.ts";
export { type ExtraTreesOptions, extraTrees } from "../predictor/extra-trees.ts";
export { type MixtureMember, type MixtureOptions, mixture } from "../predictor/mixture.ts";
export { parzen } from "../predictor/parzen.ts";
export { type KnownFrequencies, predictiveFrequencies } from "../predictor/predictive-frequencies.ts";
export type { FittedPredictor, Predictor, PredictorData, PredictorJSON } from "../predictor/predictor.ts";
export { type RidgeOptions, ridge } from "../predictor/ridge.ts";
