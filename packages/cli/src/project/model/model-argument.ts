// A model as the first argument of a command, where a table may stand too.
import { existsSync, readFileSync } from "node:fs";
import { XpalError } from "xpal";

/** The content of a JSON file that looks like a model, else undefined: then it is a table. */
export function readModelText(source: string): unknown {
  if (!source.endsWith(".json") || !existsSync(source)) return undefined;
  try {
    const json: unknown = JSON.parse(readFileSync(source, "utf8"));
    return json !== null && typeof json === "object" && "format" in json ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses a model without rows to predict. */
export function refuseNoRows(): never {
  throw new XpalError("bad-argument", {
    who: "predict",
    argument: "the second argument",
    rule: "must name the rows to predict when the first is a model",
  });
}
