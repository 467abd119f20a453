import type { StrategyCard } from "../../records/experiment.ts";
import { html, type Markup } from "../markup.ts";
import type { Drawing } from "./drawing.ts";
import type { Ink } from "./ink.ts";
import { type LineStyle, strokeOf } from "./line-style.ts";

/** Which line is which, as a figure of its own. */
export function legend(strategies: readonly StrategyCard[], styles: ReadonlyMap<string, LineStyle>, ink: Ink): Drawing {
  const rows = strategies.map(({ key, title }, s) => {
    const y = 16 + s * 20;
    return html`<line x1="10" x2="52" y1="${y}" y2="${y}" ${strokeOf(styles.get(key) as LineStyle, ink)}/><text x="62" y="${y + 4}" font-size="12" fill="${ink.text}">${title}</text>`;
  });
  const width = 80 + 7 * Math.max(...strategies.map(({ title }) => title.length));
  return { width, height: 12 + strategies.length * 20, label: "Legend of the learning curves", body: html`${rows}` };
}

/** A sample of one line, to stand beside its name. */
export function lineSample(style: LineStyle, ink: Ink): Markup {
  return html`<svg class="sample" viewBox="0 0 36 10" aria-hidden="true"><line x1="1" x2="35" y1="5" y2="5" ${strokeOf(style, ink)}/></svg>`;
}
