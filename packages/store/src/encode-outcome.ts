// Values of runs and blobs on their way to disk: JSON or bytes, with a word that tells which.
import { encodeJson, readJson } from "./encode-json.ts";
import type { Outcome } from "./store.ts";

/** How a value is kept. */
export interface EncodedOutcome {
  readonly format: "json" | "bytes";
  readonly outcome: Uint8Array;
}

/** A value as it is kept. */
export function encodeOutcome(who: string, argument: string, value: Outcome): EncodedOutcome {
  if (value instanceof Uint8Array) return { format: "bytes", outcome: Buffer.from(value) };
  return { format: "json", outcome: Buffer.from(encodeJson(who, argument, value)) };
}

/** The value that was kept. */
export function decodeOutcome({ format, outcome }: EncodedOutcome): Outcome {
  const bytes = Buffer.from(outcome);
  return format === "json" ? readJson(bytes.toString()) : new Uint8Array(bytes);
}
