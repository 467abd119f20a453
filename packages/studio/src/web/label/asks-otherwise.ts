// After some events of others the items that this window has in hand are no longer the best ones.
import type { LoggedEvent } from "../../protocol/events.ts";

/** Whether an event changes the model, which then asks for other items. */
export function asksOtherwise({ kind, body }: LoggedEvent): boolean {
  return kind === "column" || (kind === "settings" && body.model !== undefined);
}
