// Which engine serves a call: a name, an engine of one's own, or the default.
import { refuse } from "../check.ts";
import { definition } from "./definition.ts";
import type { Engine } from "./engine.ts";

/** An engine, or the name of one. */
export type EngineChoice = Engine | "definition";

/** The engine that was asked for, or the default. */
export function chooseEngine(who: string, choice: EngineChoice | undefined): Engine {
  if (choice === undefined || choice === "definition") return definition;
  if (typeof choice === "object" && typeof choice?.open === "function") return choice;
  return refuse(who, "engine", 'must be an engine or one of "definition"', choice);
}
