import { html, type Markup } from "../markup.ts";
import { FILE_INK } from "./ink.ts";

/** A figure before it is put on a page or in a file. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who cannot see it. */
  readonly label: string;
  readonly body: Markup;
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** The drawing as part of a page; it shrinks with its column. `attributes` are markup. */
export function inlineSvg({ width, height, label, body }: Drawing, attributes: Markup | string = ""): Markup {
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" style="--width:${width}px"${attributes}>${body}</svg>`;
}

/** The same for wide drawings with small print: on a narrow page they keep a readable size and scroll. */
export function wideSvg(drawing: Drawing): Markup {
  return html`<div class="scroll wide" tabindex="0" role="region" aria-label="${drawing.label}">${inlineSvg(drawing)}</div>`;
}

/** The drawing as a file of its own, on white. */
export function svgFile({ width, height, label, body }: Drawing): string {
  const { markup } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img"><title>${label}</title><rect width="${width}" height="${height}" fill="${FILE_INK.ground}"/>${body}</svg>
`;
  return markup;
}

/** A coordinate with one digit, which is finer than a screen. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
