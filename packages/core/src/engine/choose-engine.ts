// Which engine is used for a call: a name, the fast one with options, an engine of one's own, or the default.
import { reject } from "../check.ts";
import type { Engine } from "./engine.ts";
import type { EngineOptions } from "./engine-options.ts";
import { wasm } from "./fast/wasm.ts";

/** The name of an engine, limits for the fast one, or an engine of one's own. */
export type EngineChoice = "wasm" | "definition" | EngineOptions | Engine;

/** The definition, loaded when it is opened. */
const plain: Engine = {
  name: "definition",
  open: async (pool) => (await import("./definition.ts")).definition.open(pool),
};

/** The engine that was asked for; the fast one by default. */
export function chooseEngine(who: string, choice: EngineChoice | undefined): Engine {
  if (choice === undefined || choice === "wasm") return wasm(who);
  if (choice === "definition") return plain;
  if (typeof choice !== "object" || choice === null) {
    reject(who, "engine", 'must be "wasm", "definition", options of the engine, or an engine', choice);
  }
  return "open" in choice && typeof choice.open === "function" ? choice : wasm(who, choice as EngineOptions);
}
