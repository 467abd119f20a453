// What a fast twin of a strategy is, and how the engine finds one.
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import type { WasmState } from "./wasm-state.ts";

/** Scores candidates as one strategy's definition does. */
export interface FastTwin {
  score(request: ScoreRequest): Scored;
}

/** Machines for a pool: on its evaluation set, and on the whole pool as evaluation set. */
export interface WasmStates {
  readonly evaluation: WasmState;
  pool(): WasmState;
}

/** How a strategy's twin is made, and what it does in words. */
export interface TwinKind {
  readonly says: string;
  /** Loads its code, for a pool, and gives what makes it. */
  load(state: WasmState): Promise<(states: WasmStates) => FastTwin>;
}

/** The fast twin of a strategy on a pool, if there is one. */
export type TwinOf = (strategy: Strategy, pool: Pool) => TwinKind | undefined;
