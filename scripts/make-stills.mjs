// Writes docs/public/stills: a still image of each live figure of the site, for print and for pages without scripts, computed by the
// same code. Run after a build: node scripts/make-stills.mjs [FOLDER]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const figures = join(root, "docs", ".vitepress", "figures");
const SIZE = 220;
const GAP = 16;
const COLUMNS = 4;
const HEAD = 22;
const FOOT = 20;
const LEVELS = 8;
const CLASS_COLOURS = ["#3a6fd8", "#d9730d"];
/** How many questions are answered in the image: enough to tell the strategies apart. */
const ANSWERS = { stuck: 10, prior: 3, metric: 20 };
/** The strategies by the names of their pages. */
const PAGES = {
  xpal: "xpal",
  pal: "pal",
  us: "us",
  eer: "eer",
  qbc: "qbc",
  alce: "alce",
  random: "random",
  "greedy-all": "greedyAll",
};

/** The images by name, as SVG. */
export async function stills() {
  const { CELLS, borderLines, panelAnswer, presetNamed, raceChart, race, RACE, strategyCatalogue, surfaceShares } =
    await figureCode();
  const symbolOf = (name) => strategyCatalogue.find((entry) => entry.name === name)?.symbol ?? name;
  const images = {};
  const figure = async (name, preset, strategy) => {
    const { points, strategies, settings } = presetNamed(preset, strategy);
    const panels = await Promise.all(
      strategies.map((one) => played({ points, answers: [], strategy: one, ...settings }, ANSWERS[preset] ?? 5)),
    );
    images[name] = panelsSvg(panels, strategies.map(symbolOf));
  };
  const played = async (start, count) => {
    let scene = start;
    let answer = await panelAnswer(scene);
    for (let i = 0; i < count && answer.best !== undefined; i++) {
      const said = scene.points[answer.best].truth;
      scene = { ...scene, answers: [...scene.answers, { point: answer.best, said }] };
      answer = await panelAnswer(scene);
    }
    return { scene, answer };
  };
  const panelsSvg = (panels, names) => {
    const columns = Math.min(COLUMNS, panels.length);
    const width = columns * SIZE + (columns - 1) * GAP;
    const height = Math.ceil(panels.length / columns) * (SIZE + HEAD + FOOT);
    const parts = panels.map(({ scene, answer }, i) => {
      const [x, y] = [(i % columns) * (SIZE + GAP), Math.floor(i / columns) * (SIZE + HEAD + FOOT)];
      const told = `${scene.answers.length} answers, ${Math.round(answer.error * 100)} % wrong`;
      return (
        `<g transform="translate(${x} ${y})"><text y="15" font-weight="600">${names[i]}</text>` +
        `<g transform="translate(0 ${HEAD})">${panel(scene, answer, { CELLS, surfaceShares, borderLines })}</g>` +
        `<text y="${HEAD + SIZE + 15}" font-size="12">${told}</text></g>`
      );
    });
    return svg(width, height, parts.join(""));
  };
  await figure("strategies", null, null);
  for (const preset of ["stuck", "prior", "metric"]) await figure(preset, preset, null);
  for (const [page, strategy] of Object.entries(PAGES)) await figure(page, null, strategy);
  const data = JSON.parse(readFileSync(join(figures, "race-data.json"), "utf8")).iris;
  const curves = new Map(RACE.strategies.map((name) => [name, []]));
  await race({ data, strategies: RACE.strategies, budget: RACE.budget, seed: 1 }, ({ strategy, error }) => {
    curves.get(strategy).push(error);
  });
  images.race = svg(RACE.width, RACE.height, raceChart(curves));
  return images;
}

function svg(width, height, inner) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="sans-serif" font-size="13" fill="#20222a"><rect width="${width}" height="${height}" fill="#fff"/>${inner}</svg>\n`
  );
}

/** One panel: shades in runs of equal cells, the border between the classes, points. */
function panel({ points, answers }, { usefulness, chance, best }, { CELLS: cells, surfaceShares, borderLines }) {
  const cell = SIZE / cells;
  const shares = surfaceShares(usefulness);
  const shadeOf = (i) => {
    if (usefulness.length === 0) {
      return [
        chance[i] > 0.5 ? CLASS_COLOURS[1] : CLASS_COLOURS[0],
        Math.round(Math.abs(chance[i] - 0.5) * 0.7 * LEVELS),
      ];
    }
    return ["#2ea067", Math.round(shares[i] * 0.65 * LEVELS)];
  };
  const parts = [];
  for (let row = 0; row < cells; row++) {
    for (let from = 0; from < cells; ) {
      const [colour, level] = shadeOf(row * cells + from);
      let to = from + 1;
      while (to < cells && String(shadeOf(row * cells + to)) === String([colour, level])) to++;
      if (level > 0) {
        const at = `x="${fixed(from * cell)}" y="${fixed(row * cell)}" width="${fixed((to - from) * cell)}" height="${fixed(cell)}"`;
        parts.push(`<rect ${at} fill="${colour}" fill-opacity="${level / LEVELS}"/>`);
      }
      from = to;
    }
  }
  parts.unshift('<g shape-rendering="crispEdges">');
  parts.push("</g>");
  const border = borderLines(chance, cells)
    .map(([x1, y1, x2, y2]) => `M${fixed(x1 * SIZE)} ${fixed(y1 * SIZE)}L${fixed(x2 * SIZE)} ${fixed(y2 * SIZE)}`)
    .join("");
  parts.push(`<path d="${border}" stroke="#20222a" stroke-width="1.5" fill="none"/>`);
  const said = new Map(answers.map(({ point, said }) => [point, said]));
  points.forEach(({ x, y }, i) => {
    const [cx, cy, known] = [x * SIZE, y * SIZE, said.get(i)];
    if (known === undefined) parts.push(`<circle cx="${fixed(cx)}" cy="${fixed(cy)}" r="2.2" fill="#7a7a84"/>`);
    else if (known === 1) {
      parts.push(
        `<rect x="${fixed(cx - 4)}" y="${fixed(cy - 4)}" width="8" height="8" fill="${CLASS_COLOURS[1]}" stroke="#20222a"/>`,
      );
    } else
      parts.push(`<circle cx="${fixed(cx)}" cy="${fixed(cy)}" r="4.5" fill="${CLASS_COLOURS[0]}" stroke="#20222a"/>`);
    if (i === best)
      parts.push(`<circle cx="${fixed(cx)}" cy="${fixed(cy)}" r="9" fill="none" stroke="#20222a" stroke-width="2"/>`);
  });
  parts.push(`<rect width="${SIZE}" height="${SIZE}" fill="none" stroke="#c8c8d0"/>`);
  return parts.join("");
}

function fixed(number) {
  return String(Math.round(number * 10) / 10);
}

/** The code of the figures, compiled. */
async function figureCode() {
  const folder = mkdtempSync(join(root, "node_modules", ".stills-"));
  try {
    const outfile = join(folder, "figures.mjs");
    const contents = ["panel-answer", "scene", "race", "draw-race", "surface-shares", "border-lines"].map(
      (name) => `export * from "./${name}.ts";`,
    );
    await build({
      stdin: {
        contents: `${contents.join("\n")}\nexport { strategyCatalogue } from "@xpal/core";`,
        resolveDir: figures,
      },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      external: ["@xpal/core"],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(root, "docs", "public", "stills");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(await stills())) writeFileSync(join(folder, `${name}.svg`), text);
}
