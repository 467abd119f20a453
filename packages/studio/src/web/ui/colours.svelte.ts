// The colours of classes and charts in the theme that is shown. Whatever uses them is drawn again when the theme changes.
import { type LineColours, classColour as paletteColour, seriesColour } from "@xpal/data/chart";
import { theme } from "./theme.svelte.ts";

/**
 * The colour of a class, as "#rrggbb". It must never be the only difference: the name stands beside it.
 * @param rank The class's rank in the order in which the classes came.
 */
export function classColour(rank: number): string {
  return paletteColour(rank, theme.shown);
}

/** The colours of charts: the page's own for text and lines, and the palette for series. */
export const CHART_COLOURS: LineColours = {
  text: "var(--ink)",
  soft: "var(--faint)",
  rule: "var(--line)",
  background: "var(--card)",
  series: (n) => seriesColour(n, theme.shown),
};
