import type { LineColours } from "./colours.ts";
import type { Drawing } from "./drawing.ts";
import { type LineStyle, strokeOf } from "./line-style.ts";
import { html, type Markup } from "./markup.ts";

/**
 * Which line is which, as a figure of its own.
 * @example legend([{ name: "xPAL", style: { series: 0, dash: "", width: 2 } }], FILE_COLOURS).height // 32
 */
export function legend(
  lines: readonly { readonly name: string; readonly style: LineStyle }[],
  colours: LineColours,
): Drawing {
  const rows = lines.map(({ name, style }, s) => {
    const y = 16 + s * 20;
    return html`<line x1="10" x2="52" y1="${y}" y2="${y}" ${strokeOf(style, colours)}/><text x="62" y="${y + 4}" font-size="12" fill="${colours.text}">${name}</text>`;
  });
  const width = 80 + 7 * Math.max(...lines.map(({ name }) => name.length));
  return { width, height: 12 + lines.length * 20, label: "Legend of the learning curves", body: html`${rows}` };
}

/**
 * A short piece of a line, to stand beside its name.
 * @example lineSample({ series: 0, dash: "", width: 2 }, FILE_COLOURS).markup.includes('stroke="#2f4eed"') // true
 */
export function lineSample(style: LineStyle, colours: LineColours): Markup {
  return html`<svg class="sample" viewBox="0 0 36 10" width="36" height="10" aria-hidden="true"><line x1="1" x2="35" y1="5" y2="5" ${strokeOf(style, colours)}/></svg>`;
}
