import { darkRules, FILE_COLOURS } from "./colours.ts";
import { html, type Markup, raw } from "./markup.ts";

/** A figure before it is written to a page or a file; see {@link svgFile}. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** What it shows, for readers who cannot see it. */
  readonly label: string;
  readonly body: Markup;
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/**
 * The drawing as part of a page; it shrinks with its column. `attributes` are markup.
 * @example inlineSvg({ width: 2, height: 1, label: "dot", body: raw("<g/>") }).markup // '<svg viewBox="0 0 2 1" role="img" aria-label="dot" style="--width:2px"><g/></svg>'
 */
export function inlineSvg({ width, height, label, body }: Drawing, attributes: Markup | string = ""): Markup {
  return html`<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}" style="--width:${width}px"${attributes}>${body}</svg>`;
}

/**
 * The drawing as the text of an SVG file. It must have been drawn with {@link FILE_COLOURS}. With `dark` a browser shows
 * it in dark colours where the reader prefers these; other programs ignore that.
 * @example svgFile({ width: 2, height: 1, label: "dot", body: raw("<g/>") }).includes("<title>dot</title>") // true
 */
export function svgFile({ width, height, label, body }: Drawing, { dark = false } = {}): string {
  const style = dark ? raw(`<style>@media (prefers-color-scheme:dark){${darkRules()}}</style>`) : "";
  const { markup } =
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img"><title>${label}</title>${style}<rect width="${width}" height="${height}" fill="${FILE_COLOURS.background}"/>${body}</svg>
`;
  return markup;
}

/**
 * A coordinate with one digit, which is finer than a screen shows.
 * @example at(1.26) // "1.3"
 */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}
