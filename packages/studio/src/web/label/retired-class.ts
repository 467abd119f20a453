// Answers that were refused because their class was retired meanwhile: sent again as they are, they would be refused again.
import { countsFor } from "../../protocol/classes.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { Refused } from "./added-class.ts";

/** Whether a refused event puts items into a class that is offered no more. */
export function namesRetired({ event }: Refused, state: Pick<Folded, "classes">): boolean {
  const { to } = event.body as { to?: unknown };
  return typeof to === "number" && countsFor(state, to) === null;
}

/** A refused event with another class in place of its own. */
export function withClass({ event, refusal }: Refused, to: number): Refused {
  return { event: { ...event, body: { ...event.body, to } } as Refused["event"], refusal };
}
