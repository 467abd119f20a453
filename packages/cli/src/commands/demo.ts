// `xpal demo`: xPAL beside random and uncertainty sampling on handwritten digits.
import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { strategyNamed, XpalError } from "@xpal/core";
import { applyRecipe, datasetNamed, fitRecipe } from "@xpal/data";
import { evaluateStrategies, largestBudget } from "../evaluation/evaluate-strategies.ts";
import { labelsSaved, type Saving } from "../evaluation/labels-saved.ts";
import { checkOutputs } from "../project/check-outputs.ts";
import { type MachineOptions, sharedOut } from "../project/engine-options.ts";
import { type Curve, percent } from "../terminal/chart/curve.ts";
import { svgChart } from "../terminal/chart/svg-chart.ts";
import { terminalChart } from "../terminal/chart/terminal-chart.ts";
import { confirm } from "../terminal/confirm.ts";
import { painter } from "../terminal/paint.ts";
import { progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface DemoOptions extends MachineOptions {
  readonly labels: number;
  readonly repetitions: number;
  readonly seed: number;
  readonly out?: string;
  readonly yes?: true;
  readonly json?: true;
}

const DEFAULT_IMAGE = "demo.svg";
const RIVALS = ["xpal", "random", "us"];

/** Compares the strategies on the digits and draws their curves. */
export async function demo(options: DemoOptions, terminal: Terminal): Promise<void> {
  const path = resolve(options.out ?? DEFAULT_IMAGE);
  checkImageName(options.out);
  if (options.out !== undefined || options.yes) checkOutputs({ "--out": path });
  const { seed, labels, repetitions } = options;
  const table = await datasetNamed("digits").open();
  const strategies = RIVALS.map((key) => strategyNamed(key));
  const bar = progress(terminal, "Learning", strategies.length * labels * repetitions);
  const { recipe } = fitRecipe(table);
  const outcomes = await evaluateStrategies({
    table,
    recipe,
    kernel: applyRecipe(recipe, table).kernel,
    strategies,
    budget: labels,
    repetitions,
    seed,
    ...sharedOut(options, terminal.threads),
    clock: () => terminal.now() / 1000,
    onStep: bar.step,
  });
  bar.end();
  const curves = outcomes.map(({ curve }) => curve);
  const saving = labelsSaved(curves[0], curves[1]);
  const write = () => writeWhole(path, svgOf(curves, saving, options));
  const isAsked = options.out === undefined && !options.yes;
  if (!isAsked) write();
  const pool = largestBudget(table.rows);
  const test = table.rows - pool;
  if (options.json) {
    const errors = Object.fromEntries(outcomes.map(({ key, curve }) => [key, Array.from(curve.errors)]));
    const report = {
      dataset: "digits",
      seed,
      labels,
      repetitions,
      pool,
      test,
      errors,
      saving,
      image: isAsked ? null : path,
    };
    terminal.out.write(`${JSON.stringify(report)}\n`);
    return;
  }
  print(
    terminal,
    curves,
    saving,
    `${pool} to ask about, ${test} to test on, ${repetitions === 1 ? "one random split" : `mean of ${repetitions} random splits`}.`,
  );
  if (!isAsked) terminal.out.write(`Image: ${path}\n`);
  else if (!terminal.out.isTerminal || !terminal.keys.isTerminal) {
    terminal.out.write("No image was written; --out FILE writes one.\n");
  } else if (await confirm(terminal, questionFor(path))) {
    checkOutputs({ "--out": path });
    write();
  }
}

function questionFor(path: string): string {
  return existsSync(path) ? `Replace the image ${path}?` : `Write an image of the curves to ${path}?`;
}

/** Rejects a name that says another format than the SVG that is written there; devices have no ending. */
function checkImageName(out: string | undefined): void {
  if (out === undefined || ["", ".svg"].includes(extname(out).toLowerCase())) return;
  throw new XpalError("bad-argument", { who: "demo", argument: "--out", rule: "must end in .svg", value: out });
}

function svgOf(curves: readonly Curve[], saving: Saving, { labels, seed, repetitions }: DemoOptions): string {
  const mark =
    saving.needed === null || saving.saved < 1
      ? {}
      : {
          saving: { error: saving.error, from: saving.needed, to: labels, words: `${saving.saved} labels saved` },
        };
  return svgChart(curves, {
    title: "Handwritten digits: fewer labels for the same error",
    subtitle: `Parzen window classifier, ${repetitions === 1 ? "one random split" : `mean of ${repetitions} random splits with 95 % confidence`}, seed ${seed}`,
    ...mark,
  });
}

function print({ out }: Terminal, curves: readonly Curve[], saving: Saving, about: string): void {
  const paint = painter(out.colour);
  const lines = [
    paint.bold("Active learning on handwritten digits"),
    about,
    "A label is looked up only when a strategy asks for it.",
    "",
    ...terminalChart(curves, { columns: out.columns, colour: out.colour }),
    "",
    ...errorTable(curves),
    "",
    paint.bold(saving.sentence),
  ];
  out.write(`${lines.join("\n")}\n`);
}

/** The errors at a few numbers of labels, one strategy a line. */
function errorTable(curves: readonly Curve[]): string[] {
  const most = curves[0].errors.length - 1;
  const counts = [...new Set([10, 20, 50, 100, 200, most])].filter((count) => count <= most);
  const cell = (text: string) => text.padStart(9);
  const line = (name: string, cells: string[]) => `${name.padEnd(13)}${cells.map(cell).join("")}`;
  return [
    `${line("error after", counts.map(String))} labels`,
    ...curves.map(({ name, errors }) =>
      line(
        name,
        counts.map((count) => percent(errors[count])),
      ),
    ),
  ];
}
