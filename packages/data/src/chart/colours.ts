// The colours of a drawing by their use. Files have fixed colours, so that any program can read them; on a page the same
// drawing uses the page's CSS variables and so follows its light or dark theme.
import { SERIES_COUNT, seriesColour, type Theme } from "./palette.ts";

/** The colours that axes and lines need. */
export interface LineColours {
  readonly text: string;
  /** Ticks and axis titles. */
  readonly soft: string;
  /** Grid lines. */
  readonly rule: string;
  readonly background: string;
  /** The colour of the n-th series or class. */
  series(n: number): string;
}

/** The colours that the figures of a report need. */
export interface Colours extends LineColours {
  readonly good: string;
  readonly bad: string;
  readonly useful: string;
}

const LIGHT = {
  text: "#1b1f24",
  soft: "#5b6470",
  rule: "#dfe3e8",
  background: "#ffffff",
  good: "#2f6fb5",
  bad: "#c8452f",
  useful: "#1f9254",
};

const DARK: typeof LIGHT = {
  text: "#e8ebef",
  soft: "#a3acb8",
  rule: "#343b45",
  background: "#14181d",
  good: "#5b9fe8",
  bad: "#e0644c",
  useful: "#35b877",
};

/**
 * Fixed colours for files, light.
 * @example FILE_COLOURS.background // "#ffffff"
 */
export const FILE_COLOURS: Colours = { ...LIGHT, series: (n) => seriesColour(n, "light") };

/**
 * Colours as CSS variables, for a page that defines them with {@link colourVariables}.
 * @example PAGE_COLOURS.series(0) // "var(--series-0)"
 */
export const PAGE_COLOURS: Colours = {
  ...(Object.fromEntries(Object.keys(LIGHT).map((name) => [name, `var(--${name})`])) as typeof LIGHT),
  series: (n) => `var(--series-${n % SERIES_COUNT})`,
};

/**
 * The CSS variables that {@link PAGE_COLOURS} refers to, as declarations for one theme.
 * @example colourVariables("dark").startsWith("--text:#e8ebef;") // true
 */
export function colourVariables(theme: Theme): string {
  const named = Object.entries(theme === "light" ? LIGHT : DARK).map(([name, colour]) => `--${name}:${colour}`);
  const series = Array.from({ length: SERIES_COUNT }, (_, n) => `--series-${n}:${seriesColour(n, theme)}`);
  return [...named, ...series].join(";");
}

/** CSS rules that replace the colours of a file by their dark counterparts. */
export function darkRules(): string {
  const named = Object.keys(LIGHT) as (keyof typeof LIGHT)[];
  const pairs = [
    ...named.map((name) => [LIGHT[name], DARK[name]]),
    ...Array.from({ length: SERIES_COUNT }, (_, n) => [seriesColour(n, "light"), seriesColour(n, "dark")]),
  ];
  return pairs.map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`).join("");
}
