// What is on screen.
import type { Asked } from "../../protocol/events.ts";
import type { Fact } from "../../protocol/fold.ts";
import type { Look } from "../../protocol/messages.ts";

/** The item on screen, and why. */
export interface Shown {
  readonly item: number;
  readonly from: Asked["from"];
  /** How old the ranking was that it comes from, in seconds, where that was not of now. */
  readonly age?: number | undefined;
  /** When it appeared, to measure the time to the answer. */
  readonly since: number;
  /** The event that had decided it when it appeared; an answer is to what the person saw. */
  readonly was: string | null;
}

/** For how long it has been there, in seconds to hundredths; at most a day. */
export function secondsOnScreen({ since }: Shown, now = performance.now()): number {
  return Math.min(86_400, Math.round((now - since) / 10) / 100);
}

/** Why it was put to the person, with what was known of it; a further opinion says so. */
export function askedFor({ item, from }: Shown, look: Look | null, further: boolean): Asked {
  const why = { from: further ? ("second" as const) : from };
  if (look?.item !== item || look.answers === null) return why; // the latter: the guess is not shown to this person
  return { ...why, gain: look.gain, predicted: look.predicted, probability: look.probability };
}

/** The answer that somebody else has given while it was there; a second opinion asks for one that was there before. */
export function answeredMeanwhile(shown: Shown | null, facts: ReadonlyMap<number, Fact>): Fact | null {
  if (shown === null || shown.from === "second") return null;
  const fact = facts.get(shown.item);
  return fact !== undefined && fact.event !== shown.was ? fact : null;
}
