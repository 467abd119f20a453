// Draws docs/guide/large.svg from the benchmark of large pools:
// `npm run --silent bench -- large --json | node bench/draw-large.mjs`
// A step is the median from the 20th label on; both axes are logarithmic.
import { readFileSync } from "node:fs";
import { linesOf, scale, writeFigure } from "./log-figure.mjs";

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
marks.push(...linesOf(rows, lines, x, y));
const title = "Time of a suggestion by the number of candidates";
writeFigure("large.svg", title, WIDTH, HEIGHT, marks);
