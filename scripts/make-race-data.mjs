// Writes docs/.vitepress/figures/race-data.json: small bundled datasets for the race of the site. Run after a build:
// node scripts/make-race-data.mjs
import { writeFileSync } from "node:fs";
import { bundled } from "@xpal/data";

const MAX_ROWS = 300;
const data = {};
for (const [name, title] of [
  ["iris", "iris: 150 flowers, 4 measures"],
  ["wine", "wine: 178 wines, 13 measures"],
  ["digits", "handwritten digits: 300 images, 64 pixels"],
]) {
  const table = await bundled(name);
  const cells = table.columns.find((column) => column.name === "class").values;
  const truth = Array.from(cells.slice(0, MAX_ROWS), String);
  const classes = [...new Set(truth)].sort();
  data[name] = {
    title,
    rows: truth.map((_, i) => rowOf(table, i)),
    classes,
    labels: truth.map((cell) => classes.indexOf(cell)),
  };
}
const target = new URL("../docs/.vitepress/figures/race-data.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(data)}\n`);

function rowOf({ columns }, i) {
  return columns
    .filter(({ name }) => name !== "class")
    .flatMap(({ type, values }) =>
      type === "vector" ? [...values.data.subarray(i * values.cols, (i + 1) * values.cols)] : values[i],
    );
}
