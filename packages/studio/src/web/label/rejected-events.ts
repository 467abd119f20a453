// Events that the server rejected, which the person may send again.
import { countsFor } from "../../protocol/classes.ts";
import type { StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { Rejection } from "../../protocol/messages.ts";
import { asFurtherOpinion } from "../../protocol/second-opinion.ts";

/** An event that the server rejected, and why. */
export interface Rejected {
  readonly event: StudioEvent;
  readonly rejection: Rejection;
}

/** Whether a rejected event puts items into a class that is offered no more, or was never added: it would be rejected again. */
export function lacksClass({ event }: Rejected, state: Pick<Folded, "classes">): boolean {
  const { to } = event.body as { to?: unknown };
  return typeof to === "number" && (!state.classes.has(to) || countsFor(state, to) === null);
}

/** A rejected event with another class in place of its own. */
export function withClass({ event, rejection }: Rejected, to: number): Rejected {
  return { event: { ...event, body: { ...event.body, to } } as Rejected["event"], rejection };
}

/** A rejected event as it is sent again: a class as it was, an answer that came too late as a further opinion. */
export function sentAgain({ event }: Rejected, state: Folded): StudioEvent {
  return { ...asFurtherOpinion(event, state), id: crypto.randomUUID(), at: new Date().toISOString() };
}
