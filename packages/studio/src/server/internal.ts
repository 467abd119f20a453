// The entry point "@xpal/studio/internal": what @xpal/bridges is built on. Not for users; it changes without notice.
export type { Answer } from "../protocol/events.ts";
export type { ModelKind } from "../protocol/model-kind.ts";
export { type Listening, listen } from "./http/listen.ts";
export { type Reach, type ReachOptions, reachOf } from "./http/reach.ts";
export type { ScoringThread } from "./scoring/scoring-calls.ts";
export { startScoring } from "./scoring/scoring-thread.ts";
export { tableToBytes } from "./scoring/table-bytes.ts";
export { StudioError } from "./studio-error.ts";
