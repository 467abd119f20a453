// Draws docs/guide/large.svg from the benchmark of large pools:
// `npm run --silent bench -- large --json | node bench/draw-large.mjs`
// A step is the median from the 20th label on; both axes are logarithmic.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDTH = 640;
const HEIGHT = 360;
const LEFT = 80;
const RIGHT = 170;
const TOP = 20;
const BOTTOM = 66;

const text = readFileSync(0, "utf8").trim().split("\n").at(-1);
const { rows } = JSON.parse(text);
const lines = [
  { name: "every pair", colour: "#767676", above: 4, of: (row) => row.everyPairMs },
  { name: "first suggestion", colour: "#b3542d", above: -10, of: (row) => row.firstSuggestionMs },
  { name: "a step", colour: "#3b6ea5", above: 0, of: (row) => row.from20Ms?.median },
];
const sizes = rows.map(({ points }) => points);
const x = scale(Math.min(...sizes), Math.max(...sizes), LEFT, WIDTH - RIGHT);
const y = scale(10, 100_000, HEIGHT - BOTTOM, TOP);
const said = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString("en")} s`);

const marks = [
  ...[10, 100, 1000, 10_000, 100_000].map(
    (ms) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${said(ms)}</text>`,
  ),
  ...rows.map(
    ({ points, features }) =>
      `<text x="${x(points)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${points.toLocaleString("en")}</text><text x="${x(points)}" y="${HEIGHT - BOTTOM + 36}" text-anchor="middle" fill="#666">${features} columns</text>`,
  ),
  `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">candidates (${rows[0].evaluationPoints.toLocaleString("en")} evaluation points, ${rows[0].classes} classes)</text>`,
];
for (const { name, colour, above, of } of lines) {
  const points = rows.map((row) => [row.points, of(row)]).filter(([, ms]) => ms !== undefined);
  if (points.length === 0) continue;
  const path = points.map(([size, ms]) => `${x(size)},${y(ms)}`).join(" ");
  const [lastSize, lastMs] = points.at(-1);
  marks.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
  for (const [size, ms] of points) marks.push(`<circle cx="${x(size)}" cy="${y(ms)}" r="3" fill="${colour}"/>`);
  marks.push(`<text x="${x(lastSize) + 8}" y="${y(lastMs) + 4 - above}" fill="${colour}">${name}</text>`);
}
const title = "Time of a suggestion by the number of candidates";
writeFileSync(
  join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "guide", "large.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/>${marks.join("")}</svg>\n`,
);

/** Logarithmic, rounded to tenths so that the file is small. */
function scale(least, most, from, to) {
  const span = Math.log(most / least) || 1;
  return (value) => Math.round((from + ((to - from) * Math.log(value / least)) / span) * 10) / 10;
}
