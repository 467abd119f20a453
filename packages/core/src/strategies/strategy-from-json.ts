// A strategy from its JSON form.
import { reject } from "../check.ts";
import { findStrategy } from "./catalogue.ts";
import type { Strategy, StrategyJSON } from "./strategy.ts";

/**
 * The strategy that `strategy.toJSON()` described.
 * @throws XpalError if the name is unknown or an option is out of range.
 * @example strategyFromJSON({ name: "us", measure: "margin" }).name // "us"
 */
export function strategyFromJSON(json: StrategyJSON): Strategy {
  if (json === null || typeof json !== "object") reject("strategyFromJSON", "json", "must be an object", json);
  const { name, ...options } = json;
  const rule = "must name a strategy of this library";
  const entry =
    findStrategy(name) ?? reject("strategyFromJSON", "json.name", rule, name, "pass your own strategy as an option");
  return entry.make(options);
}
