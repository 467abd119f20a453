// The definition as an engine, and what an engine is.
export { definition } from "../engine/definition.ts";
export type { Engine, EngineSession, Explanation, Scored, ScoreRequest } from "../engine/engine.ts";
