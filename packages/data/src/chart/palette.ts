// The colours of strategies and classes, the same in the terminal, in files, in reports and in the studio. They were
// found by a numerical search: the distance in OKLab between any two of the twelve is at least 0.06, to normal eyes and under
// simulated protanopia, deuteranopia and tritanopia, and the contrast with the background is at least 3.
// test/unit/chart.test.ts checks these numbers; docs/decisions/0185-one-drawing.md describes the search.

/** Light or dark background. */
export type Theme = "light" | "dark";

/** Blue, orange, green, purple, gold, red, grey, teal, indigo, violet, lime, brown; the last is a number of the 256-colour palette. */
const SERIES: readonly (readonly [light: string, dark: string, terminal: number])[] = [
  ["#2f4eed", "#66a6ff", 33],
  ["#e86205", "#fc8900", 202],
  ["#2ca384", "#a0fede", 36],
  ["#721378", "#bb6599", 127],
  ["#775e00", "#fdf212", 136],
  ["#811527", "#e84536", 160],
  ["#555e69", "#aaadb0", 245],
  ["#0085a4", "#6fdbfe", 31],
  ["#3800bc", "#7c6bff", 63],
  ["#9638bb", "#9a77cf", 135],
  ["#74984c", "#9ade5e", 70],
  ["#511800", "#c59270", 130],
];

/** How many different colours there are: 12. */
export const SERIES_COUNT = SERIES.length;

/** How much grey is mixed into the second and the third twelve, and all after them. */
const GREY_SHARES = [0, 0.5, 0.75];

/** Grey, which is kept for items without a class. */
const GREY = 6;

/**
 * The colour of the n-th class as "#rrggbb": those of series without grey, which stands for "no class".
 * @example classColour(6, "light") === seriesColour(7, "light") // true
 */
export function classColour(n: number, theme: Theme): string {
  const own = n % (SERIES_COUNT - 1);
  const round = Math.floor(n / (SERIES_COUNT - 1));
  return seriesColour((own < GREY ? own : own + 1) + round * SERIES_COUNT, theme);
}

/**
 * The colour of the n-th series as "#rrggbb". After the first twelve the colours repeat, greyer, so a colour
 * must not be the only difference between two of them.
 * @example seriesColour(1, "light") // "#e86205"
 */
export function seriesColour(n: number, theme: Theme): string {
  const colour = SERIES[n % SERIES_COUNT][theme === "light" ? 0 : 1];
  const grey = GREY_SHARES[Math.min(GREY_SHARES.length - 1, Math.floor(n / SERIES_COUNT))];
  if (grey === 0) return colour;
  const mixed = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16);
    return Math.round(channel + (128 - channel) * grey)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}

/**
 * The same colour in a terminal, as a number of the 256-colour palette; it is legible on black and on white.
 * @example terminalColour(0) // 33
 */
export function terminalColour(n: number): number {
  return SERIES[n % SERIES_COUNT][2];
}
