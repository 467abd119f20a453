// A colour per class, for maps and marks. Never the only sign: names stand beside it.

const LIGHT = [
  "#3451c7",
  "#c2410c",
  "#1b7a4b",
  "#a21caf",
  "#0e7490",
  "#b45309",
  "#be123c",
  "#4d7c0f",
  "#6d28d9",
  "#57534e",
];

/** The colour of a class, as "#rrggbb"; beyond ten they repeat in other shades. */
export function classColour(at: number): string {
  const base = LIGHT[at % LIGHT.length];
  const round = Math.floor(at / LIGHT.length);
  if (round === 0) return base;
  const shade = (channel: number) => Math.round(channel + (255 - channel) * Math.min(0.7, round * 0.25));
  return `#${[1, 3, 5]
    .map((start) =>
      shade(Number.parseInt(base.slice(start, start + 2), 16))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
