// A double click is one answer. The next item is on screen before its second click, and nobody has read it by then.
import type { Shown } from "./shown.ts";

/** The clicks of a double click are closer together than this; a person who reads takes longer. */
const DOUBLE_MS = 300;

/** Whether a click is the second one of a double click that has answered the item before this one. */
export function isSecondClick({ detail }: Pick<UIEvent, "detail">, { since }: Shown, now = performance.now()): boolean {
  return detail > 1 && now - since < DOUBLE_MS;
}
