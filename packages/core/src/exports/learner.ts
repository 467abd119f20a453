// The learner, its default strategy and what it is made with. Every bundle with a learner has this file, so nothing is named here that is
// loaded later.
export type { EngineChoice } from "../engine/choose-engine.ts";
export type { EngineOptions, EngineWarning } from "../engine/engine-options.ts";
export { useWasm, type WasmSource } from "../engine/memory/wasm-source.ts";
export { type BatchRequest, chooseBatch } from "../learner/choose-batch.ts";
export { Learner } from "../learner/learner.ts";
export type { FeaturesJSON, LearnerJSON } from "../learner/learner-json.ts";
export type { LearnerOptions } from "../learner/learner-options.ts";
export { openSession } from "../learner/open-session.ts";
export type { AnswerPreview, Flip, Preview, PreviewOptions } from "../learner/preview.ts";
export { type QueryOptions, type QueryResult, query } from "../learner/query.ts";
export type { Batch, ExpectedGain, Snapshot, Suggestion } from "../learner/snapshot.ts";
export type { Strategy, StrategyJSON, View } from "../strategies/strategy.ts";
export { type GainProblem, type Priors, xgain } from "../strategies/xgain.ts";
export { type XpalOptions, type XpalStrategy, xpal } from "../strategies/xpal.ts";
