// A session, for programs that ask many questions about one pool and choose the engine themselves.
import { chooseEngine, type EngineChoice } from "../engine/choose-engine.ts";
import type { EngineSession } from "../engine/engine.ts";
import { openOn } from "../engine/predicting-session.ts";
import { checkPool, type Pool } from "../pool.ts";

/**
 * An engine at work on a pool; close it when done.
 * @param choice The engine, the fast one by default.
 * @throws XpalError if `pool` is not a pool, the choice is unknown, or the pool does not fit the engine's memory.
 * @example (await openSession(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }), "definition")).explain().slice(0, 10) // "definition"
 */
export async function openSession(pool: Pool, choice?: EngineChoice): Promise<EngineSession> {
  checkPool("openSession", pool);
  return openOn(chooseEngine("openSession", choice), pool);
}
