// Every strategy has the same colour, dash and width in every figure. Those of the paper have fixed places; others take
// the places that are left, in their order.
import { PAPER_STRATEGIES, paperKey } from "../../paper/strategies/paper-settings.ts";
import type { StrategyCard } from "../../records/experiment.ts";
import { html, type Markup } from "../markup.ts";
import type { Ink } from "./ink.ts";

/** How a strategy is drawn. */
export interface LineStyle {
  /** The colour's number. */
  readonly series: number;
  readonly dash: string;
  readonly width: number;
}

const DASHES = ["", "7 3", "2.5 2.5", "8 3 2 3", "5 2", "11 4", "1 3", "12 3 3 3", "", "4 4", "9 2 2 2 2 2", "3 1.5"];

/** The styles by strategy key. */
export function lineStyles(strategies: readonly StrategyCard[], reference: string): Map<string, LineStyle> {
  const taken = new Set(strategies.map(({ key }) => placeOf(key)));
  const free = DASHES.map((_, n) => n).filter((n) => !taken.has(n));
  let next = 0;
  return new Map(
    strategies.map(({ key }) => {
      const known = placeOf(key);
      const series = known >= 0 ? known : (free[next++ % Math.max(1, free.length)] ?? 0);
      const solid = key === reference;
      return [key, { series, dash: solid ? "" : DASHES[series], width: solid ? 2.6 : 1.5 }];
    }),
  );
}

/** The place of a strategy of the paper, under whatever name; -1 for others. */
function placeOf(key: string): number {
  const known = paperKey(key);
  return known === undefined ? -1 : PAPER_STRATEGIES.indexOf(known);
}

/** The attributes of a line. */
export function strokeOf({ series, dash, width }: LineStyle, ink: Ink): Markup {
  const dashes = dash === "" ? "" : html` stroke-dasharray="${dash}"`;
  return html`stroke="${ink.series(series)}" stroke-width="${width}"${dashes} fill="none" stroke-linejoin="round"`;
}
