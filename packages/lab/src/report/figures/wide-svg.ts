import { type Drawing, html, inlineSvg, type Markup } from "@xpal/data/chart";

/** A wide drawing with small print as part of a page: on a narrow page it keeps a readable size and scrolls. */
export function wideSvg(drawing: Drawing): Markup {
  return html`<div class="scroll wide" tabindex="0" role="region" aria-label="${drawing.label}">${inlineSvg(drawing)}</div>`;
}
