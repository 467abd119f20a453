import type { Tally } from "./tally.ts";

/** The content of a reference file: an object, of whose members none can be trusted to be there. */
export type Content = Readonly<Record<string, unknown>>;

/** Compares what a file expects with what this library computes. */
export type Checker = (content: Content, tally: Tally) => void;

/** The members of a list, or none where the list is missing or null. */
export function listOf<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? value : [];
}
