// Draws docs/guide/cluster.svg from the benchmark of the queue:
// `npm run --silent bench -- queue --json | node bench/draw-queue.mjs`
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const WIDTH = 480;
const HEIGHT = 320;
const LEFT = 60;
const RIGHT = 90;
const TOP = 20;
const BOTTOM = 50;

const { scaling } = JSON.parse(readFileSync(0, "utf8").trim().split("\n").at(-1));
const counts = scaling.map(({ workers }) => workers);
const most = Math.max(...counts);
const x = (count) => Math.round(LEFT + ((WIDTH - LEFT - RIGHT) * count) / most);
const y = (gain) => Math.round(HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * gain) / most);

const line = (points) => points.map(([count, gain]) => `${x(count)},${y(gain)}`).join(" ");
const measured = scaling.map(({ workers, speedUp }) => [workers, speedUp]);
const marks = [
  ...counts.map(
    (count) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(count)}" y2="${y(count)}" stroke="#ddd"/><text x="${LEFT - 8}" y="${y(count) + 4}" text-anchor="end">${count} x</text><text x="${x(count)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${count}</text>`,
  ),
  `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">workers of one thread each</text>`,
  `<polyline points="${line([
    [1, 1],
    [most, most],
  ])}" fill="none" stroke="#8a8a8a" stroke-dasharray="4 4"/>`,
  `<text x="${x(most) + 8}" y="${y(most) + 4}" fill="#6a6a6a">ideal</text>`,
  `<polyline points="${line(measured)}" fill="none" stroke="#1b7f4b" stroke-width="2"/>`,
  ...measured.map(([count, gain]) => `<circle cx="${x(count)}" cy="${y(gain)}" r="3" fill="#1b7f4b"/>`),
  `<text x="${x(most) + 8}" y="${y(measured.at(-1)[1]) + 14}" fill="#1b7f4b">measured</text>`,
];
const title = "How many times as fast, by the number of workers";
writeFileSync(
  join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "guide", "cluster.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/>${marks.join("")}</svg>\n`,
);
