// A model as the first argument of a command, where a table may stand too.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { XpalError } from "@xpal/core";

/** The content of a file that looks like a model, whatever it is called, else undefined: then it is a table. */
export function readModelText(source: string): unknown {
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  if (!source.endsWith(".json") && !beginsAsModel(source)) return undefined;
  try {
    const json: unknown = JSON.parse(readFileSync(source, "utf8"));
    return json !== null && typeof json === "object" && "format" in json ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a file begins as `--save` writes it; a table may be too large to be read for this. */
function beginsAsModel(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(64);
    return /^\s*\{\s*"format"\s*:\s*"xpal-model"/.test(start.toString("latin1", 0, readSync(file, start)));
  } finally {
    closeSync(file);
  }
}

/** Rejects a model without rows to predict. */
export function rejectNoRows(): never {
  throw new XpalError("bad-argument", {
    who: "predict",
    argument: "the second argument",
    rule: "must name the rows to predict when the first is a model",
  });
}
