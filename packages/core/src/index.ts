// The entry point of the package "xpal". Everything that users may call is named in the files of door/, one per subject, and nothing else is.
// This file has `export *` lines only: with names here, esbuild would load everything that the learner may need later at
// once (docs/decisions/0395).
export * from "./exports/annotators.ts";
export * from "./exports/classifier.ts";
export * from "./exports/engine.ts";
export * from "./exports/from-json.ts";
export * from "./exports/kernels.ts";
export * from "./exports/learner.ts";
export * from "./exports/learning-kernels.ts";
export * from "./exports/pool.ts";
export * from "./exports/predictor.ts";
export * from "./exports/random.ts";
export * from "./exports/stopping.ts";
export * from "./exports/strategies.ts";
