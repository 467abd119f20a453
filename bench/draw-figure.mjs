// Draws docs/guide/performance.svg from the selection benchmark:
// `npm run --silent bench -- selection --classes 4 --json | node bench/draw-figure.mjs`
import { readFileSync } from "node:fs";
import { linesOf, scale, writeFigure } from "./log-figure.mjs";

/** Milliseconds of the paper's code for four classes on such a machine, one thread. */
const PAPER = { 500: 69, 1000: 219, 2000: 450 };
const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 70;
const RIGHT = 150;
const TOP = 20;
const BOTTOM = 50;

const text = readFileSync(0, "utf8").trim().split("\n").at(-1);
const rows = JSON.parse(text).rows.filter(({ classes }) => classes === 4);
const lines = [
  { name: "definition", colour: "#8a8a8a", of: (row) => row.definitionMs?.median },
  { name: "paper's code", colour: "#b3542d", of: (row) => PAPER[row.points] },
  { name: "dense SIMD pass", colour: "#3b6ea5", of: (row) => row.denseMs.median },
  { name: "engine", colour: "#1b7f4b", of: (row) => row.engineMs.median },
];
const sizes = rows.map(({ points }) => points);
const x = scale(Math.min(...sizes), Math.max(...sizes), LEFT, WIDTH - RIGHT);
const y = scale(0.1, 10_000, HEIGHT - BOTTOM, TOP);

const marks = [
  ...[0.1, 1, 10, 100, 1000, 10_000].map(
    (ms) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(ms) + 4}" text-anchor="end">${ms.toLocaleString("en")} ms</text>`,
  ),
  ...sizes.map(
    (size) =>
      `<text x="${x(size)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${size.toLocaleString("en")}</text>`,
  ),
  `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">points (4 classes, 10 features)</text>`,
];
marks.push(...linesOf(rows, lines, x, y));
const title = "Median milliseconds per acquisition, by the number of points";
writeFigure("performance.svg", title, WIDTH, HEIGHT, marks);
