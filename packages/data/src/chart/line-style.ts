// Every strategy has the same colour and dash in every figure. Known strategies have fixed ones; others take those that
// are left, in their order.
import type { LineColours } from "./colours.ts";
import { html, type Markup } from "./markup.ts";
import { SERIES_COUNT } from "./palette.ts";

/** How a line is drawn; see {@link lineStyles}. */
export interface LineStyle {
  /** Which colour of the palette. */
  readonly series: number;
  /** The value of `stroke-dasharray`; empty for a solid line. */
  readonly dash: string;
  readonly width: number;
}

/** The colour of each known strategy. Plans call random sampling "rand", the library calls it "random". */
const KNOWN: Readonly<Record<string, number>> = {
  ...{ xpal: 0, us: 1, pal: 2, alce: 3, qbc: 4, eer: 5, rand: 6, random: 6, xpal1: 7, greedyAll: 8 },
};
const DASHES = ["", "7 3", "2.5 2.5", "8 3 2 3", "5 2", "11 4", "1 3", "12 3 3 3", "", "4 4", "9 2 2 2 2 2", "3 1.5"];

/**
 * The line styles by strategy key. The reference is drawn solid and wide.
 * @example lineStyles(["mine", "xpal"], "mine").get("xpal").series // 0
 */
export function lineStyles(keys: readonly string[], reference: string): Map<string, LineStyle> {
  const taken = new Set(keys.map((key) => KNOWN[key]));
  const free = Array.from({ length: SERIES_COUNT }, (_, n) => n).filter((n) => !taken.has(n));
  let next = 0;
  return new Map(
    keys.map((key) => {
      const series = KNOWN[key] ?? free[next++ % Math.max(1, free.length)] ?? 0;
      const solid = key === reference;
      return [key, { series, dash: solid ? "" : DASHES[series], width: solid ? 2.6 : 1.5 }];
    }),
  );
}

/**
 * The attributes of a line with this style.
 * @example strokeOf({ series: 0, dash: "", width: 2 }, FILE_COLOURS).markup.startsWith('stroke="#2f4eed"') // true
 */
export function strokeOf({ series, dash, width }: LineStyle, colours: LineColours): Markup {
  const dashes = dash === "" ? "" : html` stroke-dasharray="${dash}"`;
  return html`stroke="${colours.series(series)}" stroke-width="${width}"${dashes} fill="none" stroke-linejoin="round"`;
}
