import type { Tally } from "./tally.ts";

/** The content of a reference file: an object, of whose members none can be trusted to be there. */
export type Content = Readonly<Record<string, unknown>>;

/** Compares what a file expects with what this library computes. */
export type Checker = (content: Content, tally: Tally) => Promise<void>;

/** Whether a member is there and not null. */
export function given<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}
