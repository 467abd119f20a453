// Sessions that stateless questions share: repeated questions about one pool find its lists and frequencies ready. They
// live as long as their pool; of those that hold threads only the latest is kept.
import type { Pool } from "../../pool.ts";
import { chooseEngine, type EngineChoice } from "../choose-engine.ts";
import { type EngineSession, retire } from "../engine.ts";
import { openOn } from "../predicting-session.ts";

let latestWithThreads: { readonly pool: Pool; readonly key: string; readonly session: EngineSession } | undefined;
const sessions = new WeakMap<Pool, Map<string, Promise<EngineSession>>>();

/** A session for the pool, which must not be closed; one's own engines are opened again, to be closed by the caller. */
export async function sharedSession(
  who: string,
  choice: EngineChoice | undefined,
  pool: Pool,
): Promise<{ readonly session: EngineSession; close(): Promise<void> }> {
  const engine = chooseEngine(who, choice);
  if (engine === choice) {
    const session = await openOn(engine, pool);
    return { session, close: () => session.close() };
  }
  const key = typeof choice === "object" ? JSON.stringify(choice) : (choice ?? "wasm");
  const known = sessions.get(pool) ?? new Map<string, Promise<EngineSession>>();
  sessions.set(pool, known);
  const opening = known.get(key) ?? openOn(engine, pool);
  known.set(key, opening);
  opening.catch(() => known.delete(key)); // a rejection is not kept: the next call may come with more memory
  const session = await opening;
  if (session.holdsThreads && session !== latestWithThreads?.session) {
    const last = latestWithThreads;
    latestWithThreads = { pool, key, session };
    if (last !== undefined) {
      sessions.get(last.pool)?.delete(last.key);
      await retire(last.session); // others may still wait for its answer
    }
  }
  return { session, close: async () => {} };
}
