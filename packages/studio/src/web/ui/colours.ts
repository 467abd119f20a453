// A colour per class, for maps and marks, to be told apart on light and dark. Never the only sign: names stand beside it.

const TEN = [
  "#4c6ef5",
  "#e8590c",
  "#2b9a66",
  "#c03fd0",
  "#1098ad",
  "#c98a06",
  "#e0396b",
  "#6f9e0c",
  "#8455f0",
  "#7d858f",
];

/** The colour of a class, as "#rrggbb"; beyond ten they repeat in other shades. */
export function classColour(at: number): string {
  const base = TEN[at % TEN.length];
  const round = Math.floor(at / TEN.length);
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
