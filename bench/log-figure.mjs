// Lines over logarithmic axes as an SVG file in docs/guide, for the figures of the benchmarks.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The lines of a figure, each with its name at its end; `rows` have `points`, lines a function `of` a row. */
export function linesOf(rows, lines, x, y) {
  const marks = [];
  for (const { name, colour, above = 0, of } of lines) {
    const points = rows.map((row) => [row.points, of(row)]).filter(([, ms]) => ms !== undefined);
    if (points.length === 0) continue;
    const path = points.map(([size, ms]) => `${x(size)},${y(ms)}`).join(" ");
    const [lastSize, lastMs] = points.at(-1);
    marks.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const [size, ms] of points) marks.push(`<circle cx="${x(size)}" cy="${y(ms)}" r="3" fill="${colour}"/>`);
    marks.push(`<text x="${x(lastSize) + 8}" y="${y(lastMs) + 4 - above}" fill="${colour}">${name}</text>`);
  }
  return marks;
}

/** Writes a figure of the guide. */
export function writeFigure(name, title, width, height, marks) {
  writeFileSync(
    join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "guide", name),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}"><title>${title}</title><rect width="100%" height="100%" fill="#fff"/>${marks.join("")}</svg>\n`,
  );
}

/** Logarithmic, rounded to tenths so that the file is small. */
export function scale(least, most, from, to) {
  const span = Math.log(most / least) || 1;
  return (value) => Math.round((from + ((to - from) * Math.log(value / least)) / span) * 10) / 10;
}
