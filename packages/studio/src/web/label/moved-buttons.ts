// A notice at the top of the page, or a class that somebody adds, moves the buttons. Whoever clicks at that moment has aimed
// at what was there before.
import type { LoggedEvent } from "../../protocol/events.ts";

/** Nobody sees that a button has moved, and means the other one, faster than this. */
const SEEN_MS = 400;

/** When the answer buttons of a window were last moved by something that the person did not do. */
export class MovedButtons {
  #at = Number.NEGATIVE_INFINITY;

  moved(now = performance.now()): void {
    this.#at = now;
  }

  /** Whether a click was aimed at what was there before; keys belong to their class wherever it is. */
  isBefore({ detail }: Pick<UIEvent, "detail">, now = performance.now()): boolean {
    return detail > 0 && now - this.#at < SEEN_MS;
  }
}

/**
 * Whether an event may put another name or another button where somebody points; classes that go leave their places empty.
 * Columns that are hidden or shown again make the item above the buttons shorter or longer.
 */
export function movesButtons({ kind, body }: Pick<LoggedEvent, "kind" | "body">): boolean {
  if (kind === "settings") return "hiddenColumns" in body || "keys" in body;
  return kind === "redo" || (kind === "class" && ["add", "rename", "restore"].includes((body as { do: string }).do));
}
