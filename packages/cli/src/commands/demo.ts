// `xpal demo`: xPAL beside random and uncertainty sampling on handwritten digits.
import { resolve } from "node:path";
import { Command } from "commander";
import { random, type Strategy, us, xpal } from "xpal";
import { type Curve, percent } from "../chart/learning-curves.ts";
import { svgChart } from "../chart/svg-chart.ts";
import { terminalChart } from "../chart/terminal-chart.ts";
import { integer } from "../options.ts";
import { digitsTask } from "../simulation/digits-task.ts";
import { labelsSaved, type Saving } from "../simulation/labels-saved.ts";
import { learningCurve } from "../simulation/learning-curve.ts";
import { painter } from "../terminal/paint.ts";
import { progress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkPlace, writeWhole } from "../write-whole.ts";

interface DemoOptions {
  readonly labels: number;
  readonly seed: number;
  readonly out: string;
  readonly json?: true;
}

interface Rival {
  readonly key: string;
  readonly name: string;
  readonly mark: string;
  readonly strategy: Strategy;
}

/** The command with its options and help. */
export function demoCommand(terminal: Terminal): Command {
  return new Command("demo")
    .summary("watch active learning on handwritten digits")
    .description("Watch active learning on handwritten digits: xPAL beside random and uncertainty sampling.")
    .option("--labels <count>", "how many labels each strategy may ask for", integer("--labels", 1, 400), 100)
    .option("--seed <number>", "seed of the split and of all ties", integer("--seed", 0), 1)
    .option("--out <file>", "where to write the picture", "demo.svg")
    .option("--json", "print the numbers as JSON instead of a picture")
    .addHelpText("after", "\nExample:\n  xpal demo --labels 50 --out curves.svg")
    .action((options: DemoOptions) => demo(options, terminal));
}

async function demo(options: DemoOptions, terminal: Terminal): Promise<void> {
  const picture = resolve(options.out);
  checkPlace("--out", picture);
  const task = await digitsTask(options.seed);
  const rivals: Rival[] = [
    { key: "xpal", name: "xPAL", mark: "x", strategy: xpal() },
    { key: "random", name: "random", mark: "r", strategy: random() },
    { key: "us", name: "uncertainty", mark: "u", strategy: us() },
  ];
  const bar = progress(terminal, "Learning", rivals.length * options.labels);
  const curves: Curve[] = [];
  for (const { name, mark, strategy } of rivals) {
    const done = curves.length * options.labels;
    const onStep = (labels: number) => bar.step(done + labels, name);
    curves.push({
      name,
      mark,
      errors: await learningCurve(task, { ...options, budget: options.labels, strategy, onStep }),
    });
  }
  bar.end();
  const saving = labelsSaved(curves[0], curves[1]);
  writeWhole(picture, svgOf(curves, saving, options));
  if (options.json) {
    const errors = Object.fromEntries(rivals.map(({ key }, i) => [key, Array.from(curves[i].errors)]));
    const { seed, labels } = options;
    const sizes = { pool: task.train.rows, test: task.test.rows };
    terminal.out.write(`${JSON.stringify({ dataset: "digits", seed, labels, ...sizes, errors, saving, picture })}\n`);
    return;
  }
  print(terminal, curves, saving, task.train.rows, task.test.rows, picture);
}

function svgOf(curves: readonly Curve[], saving: Saving, { labels, seed }: DemoOptions): string {
  const mark =
    saving.needed === null || saving.saved < 1
      ? {}
      : {
          saving: { error: saving.error, from: saving.needed, to: labels, words: `${saving.saved} labels saved` },
        };
  return svgChart(curves, {
    title: "Handwritten digits: fewer labels for the same error",
    subtitle: `Parzen window classifier, ${labels} labels, seed ${seed}`,
    ...mark,
  });
}

function print(
  { out }: Terminal,
  curves: readonly Curve[],
  saving: Saving,
  pool: number,
  test: number,
  picture: string,
): void {
  const paint = painter(out.colour);
  const lines = [
    paint.bold("Active learning on handwritten digits"),
    `${pool} to ask about, ${test} to test on; a label is looked up only when asked for.`,
    "",
    ...terminalChart(curves, { columns: out.columns, colour: out.colour }),
    "",
    ...errorTable(curves),
    "",
    paint.bold(saving.sentence),
    `Picture: ${picture}`,
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
