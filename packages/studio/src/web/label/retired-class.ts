// Answers that were rejected because their class was retired meanwhile: sent again as they are, they would be rejected again.
import { countsFor } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { Rejected } from "./added-class.ts";

/** Whether a rejected event puts items into a class that is offered no more. */
export function namesRetired({ event }: Rejected, state: Pick<Folded, "classes">): boolean {
  const { to } = event.body as { to?: unknown };
  return typeof to === "number" && countsFor(state, to) === null;
}

/** A rejected event with another class in place of its own. */
export function withClass({ event, rejection }: Rejected, to: number): Rejected {
  return { event: { ...event, body: { ...event.body, to } } as Rejected["event"], rejection };
}
