// The learning curves of a race as SVG, for the live figure and its still image.
import { strategyCatalogue } from "@xpal/core";

/** Who runs, how far, and how large it is drawn. */
export const RACE = { strategies: ["learning", "xpal", "us", "random"], budget: 40, width: 640, height: 300 } as const;

const COLOURS: Record<string, string> = { learning: "#7a4fd0", xpal: "#2a8f5c", us: "#d9730d", random: "#7a7a84" };
const DASHES: Record<string, string> = { learning: "", xpal: "7 3", us: "2 3", random: "9 3 2 3" };
const LEFT = 48;
const BOTTOM = 36;
/** Below this width the legend stands under the chart, in two columns. */
const NARROW = 480;
const LEGEND = { width: 150, height: 52 };

/** How high the whole chart is at a width. */
export function raceHeight(width: number): number {
  return RACE.height + (width < NARROW ? LEGEND.height : 0);
}

/** The inside of the chart; a curve is the share of wrong predictions after each label. */
export function raceChart(curves: ReadonlyMap<string, readonly number[]>, width: number = RACE.width): string {
  const { strategies, budget, height } = RACE;
  const isNarrow = width < NARROW;
  const right = isNarrow ? 12 : LEGEND.width;
  const x = (at: number) => LEFT + (at / budget) * (width - LEFT - right);
  const y = (error: number) => 12 + (1 - error) * (height - BOTTOM - 12);
  const parts = [0, 0.25, 0.5, 0.75, 1].map(
    (tick) =>
      `<line x1="${LEFT}" x2="${x(budget)}" y1="${y(tick)}" y2="${y(tick)}" class="xpal-rule" stroke="#d4d4da"/>` +
      `<text x="${LEFT - 6}" y="${y(tick) + 4}" text-anchor="end">${percent(tick)}</text>`,
  );
  for (const tick of [0, 10, 20, 30, 40]) {
    parts.push(`<text x="${x(tick)}" y="${height - BOTTOM + 16}" text-anchor="middle">${tick}</text>`);
  }
  parts.push(`<text x="${x(budget / 2)}" y="${height - 4}" text-anchor="middle">labels</text>`);
  strategies.forEach((name, i) => {
    const curve = curves.get(name) ?? [];
    const points = curve.map((error, at) => `${x(at).toFixed(1)},${y(error).toFixed(1)}`).join(" ");
    const look = `stroke="${COLOURS[name]}" stroke-dasharray="${DASHES[name]}" stroke-width="2.5" fill="none"`;
    parts.push(`<polyline points="${points}" ${look}/>`);
    const top = isNarrow ? height + 16 + 22 * Math.floor(i / 2) : 24 + 22 * i;
    const left = isNarrow ? LEFT + (i % 2) * LEGEND.width : x(budget) + 12;
    parts.push(`<line x1="${left}" x2="${left + 24}" y1="${top}" y2="${top}" ${look}/>`);
    parts.push(`<text x="${left + 30}" y="${top + 4}">${runnerTitle(name)}</text>`);
  });
  return parts.join("");
}

/** What a runner is called. */
export function runnerTitle(name: string): string {
  if (name === "learning") return "xPAL, learning";
  return strategyCatalogue.find((entry) => entry.name === name)?.symbol ?? name;
}

/** A share as a whole percentage. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
