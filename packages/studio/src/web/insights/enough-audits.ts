// When random audit items say more than the model's own estimate: the headline changes over, and stopping gets surer.
import type { Share } from "../../protocol/messages.ts";

/** From ten on the interval is about as narrow as the model's estimate is off. */
export const FOR_HEADLINE = 10;
/** From twenty on an error that the model does not know of would show. */
export const ENOUGH_TO_STOP = 20;

/** The measured error once there are enough audit items for the headline, else null. */
export function enoughAudits(audit: Share | null | undefined): Share | null {
  return audit && audit.count >= FOR_HEADLINE ? audit : null;
}
