// The door of the package "xpal". Everything that users may call is named in the files of door/, one per subject, and nothing else is.
// This file has `export *` lines only: with names here, esbuild would load everything that the learner may need later at
// once (docs/decisions/0395).
export * from "./door/annotators.ts";
export * from "./door/classifier.ts";
export * from "./door/engine.ts";
export * from "./door/from-json.ts";
export * from "./door/kernels.ts";
export * from "./door/learner.ts";
export * from "./door/learning-kernels.ts";
export * from "./door/pool.ts";
export * from "./door/random.ts";
export * from "./door/stopping.ts";
export * from "./door/strategies.ts";
