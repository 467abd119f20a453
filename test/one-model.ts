// The next row that the command, the studio, the library and the laboratory ask for, of the same file with the same answers.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { candidatesOf, generator, Labels, Learner, openSession, strategyNamed, xpalLearned } from "@xpal/core";
import { applyRecipe, classesInTurn, fitRecipe, parseTable, type Recipe, type Table } from "@xpal/data";
import { datasetOf, prepareTask } from "@xpal/lab";
import { learnedTask } from "../packages/lab/dist/replay/task.js";
import { Scorer } from "../packages/studio/dist/server/scoring/scorer.js";
import { tableToBytes } from "../packages/studio/dist/server/scoring/table-bytes.js";

const COMMAND = fileURLToPath(new URL("../packages/cli/dist/main.js", import.meta.url));

/** A table of two classes in rings, of which 24 rows have a label. */
export function ringsCsv(rows: number): string {
  const chance = generator(rows);
  const lines = Array.from({ length: rows }, (_, row) => {
    const [x, y] = [4 * chance.nextUnit() - 2, 4 * chance.nextUnit() - 2];
    const name = Math.hypot(x, y) < 1.3 ? "in" : "out";
    return `${x.toFixed(4)},${y.toFixed(4)},${row % Math.floor(rows / 24) === 0 ? name : ""}`;
  });
  return ["x,y,ring", ...lines, ""].join("\n");
}

/** The row that each of them asks for. */
export async function nextRows(csv: string): Promise<Record<"command" | "studio" | "library" | "lab", number>> {
  const table = await parseTable(new TextEncoder().encode(csv), "rings.csv");
  const { recipe } = fitRecipe(table, { label: "ring" });
  return {
    command: nextOfCommand(csv),
    studio: await nextOfStudio(table, recipe),
    library: await nextOfLibrary(table, recipe),
    lab: await nextOfLab(table, recipe),
  };
}

function nextOfCommand(csv: string): number {
  const folder = mkdtempSync(join(tmpdir(), "xpal-one-model-"));
  try {
    const file = join(folder, "rings.csv");
    writeFileSync(file, csv);
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [COMMAND, "suggest", file, "--label", "ring", "--count", "1", "--json"],
      { encoding: "utf8", maxBuffer: 2 ** 30 },
    );
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout).suggestions[0].row;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function nextOfStudio(table: Table, recipe: Recipe): Promise<number> {
  const { classes, labels } = applyRecipe(recipe, table);
  const scorer = await Scorer.open(
    {
      ...{ table: tableToBytes(table), recipe, classes, ids: [...classes.keys()], seed: 0, model: "learn" },
      ...{ columns: { ignored: [], pinned: [] }, costs: null, measure: "mean", labelCostRule: null },
      ...{ truth: null, keepBytes: null },
    },
    () => 0,
    async () => ({ x: new Float64Array(), y: new Float64Array() }),
  );
  const answers = classesInTurn(labels).map((row, order) => [row, labels[row], order] as const);
  await scorer.sync({ sequence: 1, answers, model: "learn" });
  const { items } = await scorer.rank({ count: 1, beside: null, without: [] });
  await scorer.close();
  return items[0];
}

/** As the guide has it. */
async function nextOfLibrary(table: Table, recipe: Recipe): Promise<number> {
  const { features, kernel, classes, labels } = applyRecipe(recipe, table);
  const known = classesInTurn(labels).map((row) => [row, classes[labels[row]]] as const);
  const learner = await Learner.create({ features, classes, labels: known, ...xpalLearned({ base: kernel }) });
  const [{ index }] = await learner.suggest();
  await learner.close();
  return index;
}

/** A study splits its rows and scales each part: its model and its candidates are asked for on the rows of this file. */
async function nextOfLab(table: Table, recipe: Recipe): Promise<number> {
  const { features, kernel, classes, labels } = applyRecipe(recipe, table);
  const { dataset } = datasetOf(recipe, table, "rings");
  const split = prepareTask(dataset, 1);
  const whole = await Learner.create({ features, kernel, classes });
  const { pool } = learnedTask({ ...split, pool: whole.pool });
  const session = await openSession(pool);
  const answers = Labels.from(
    pool,
    classesInTurn(labels).map((row) => [row, classes[labels[row]]]),
  );
  const { make, optionsFor } = strategyNamed("xpal");
  const candidates = candidatesOf(pool, answers);
  const request = { strategy: make(optionsFor(pool.kernel)), labels: answers, candidates, generator: generator(0) };
  const { best } = await session.scores(request);
  await Promise.all([session.close(), whole.close()]);
  return candidates[best[0]];
}
