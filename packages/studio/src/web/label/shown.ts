// What is on screen.
import type { Asked } from "../../protocol/events.ts";

/** The item on screen, and why. */
export interface Shown {
  readonly item: number;
  readonly from: Asked["from"];
  /** When it appeared, to measure the time to the answer. */
  readonly since: number;
  /** The event that had decided it when it appeared; an answer is to what the person saw. */
  readonly was: string | null;
}
