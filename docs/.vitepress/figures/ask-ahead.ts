// Asks the engine for the figures of the page before their elements are there: its worker starts while Vue takes the page over, which
// keeps the page's own thread busy for about as long.
import { askPanel } from "./requests.ts";
import { presetNamed } from "./scene.ts";

/** Requests the first answer of every panel of the page, in the order in which they are shown. */
export function askAhead(page: ParentNode): void {
  for (const figure of page.querySelectorAll("xpal-figure")) {
    const { points, strategies, settings } = presetNamed(
      figure.getAttribute("preset"),
      figure.getAttribute("strategy"),
    );
    for (const strategy of strategies) {
      askPanel({ points, answers: [], strategy, ...settings }).catch(() => {}); // the figure asks again and tells of it
    }
  }
}
