// `xpal evaluate`: how many labels each strategy would have needed on a file that is labelled already.
import { extname, resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { featureColumns, type LearnedColumns, labelCostsOf, UNLABELLED, writeRecords } from "@xpal/data";
import {
  type EvaluationPlan,
  evaluateStrategies,
  largestBudget,
  type StrategyOutcome,
} from "../evaluation/evaluate-strategies.ts";
import { evaluationPage } from "../evaluation/evaluation-page.ts";
import {
  type Compared,
  evaluationSentences,
  intervalText,
  lastWords,
  noIntervalWords,
} from "../evaluation/evaluation-sentences.ts";
import { repeatCommand } from "../evaluation/repeat-command.ts";
import { overlapWords, testColumns, testsOf } from "../evaluation/tested.ts";
import { checkOutputs } from "../project/check-outputs.ts";
import { pinnedColumns } from "../project/column-options.ts";
import { columnsLearnedFrom } from "../project/columns-learned-from.ts";
import { sharedOut } from "../project/engine-options.ts";
import { kernelWords } from "../project/kernel-words.ts";
import { learnedColumnsTable, learnedJson } from "../project/learned-columns-table.ts";
import { openProject, type Project, warningsOf } from "../project/open-project.ts";
import type { KernelName, ProjectOptions } from "../project/project-options.ts";
import { offeredStrategy } from "../project/strategy-option.ts";
import { riskName } from "../project/worth.ts";
import { percent } from "../terminal/chart/curve.ts";
import { svgChart } from "../terminal/chart/svg-chart.ts";
import { terminalChart } from "../terminal/chart/terminal-chart.ts";
import { painter } from "../terminal/paint.ts";
import { progress, stages } from "../terminal/progress.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface EvaluateOptions extends ProjectOptions {
  readonly strategies: readonly string[];
  readonly budget: number;
  readonly repetitions: number;
  readonly out?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** Replays the strategies on random splits of a labelled file. */
export async function evaluate(file: string, options: EvaluateOptions, terminal: Terminal): Promise<void> {
  checkOut(options.out);
  const strategies = options.strategies.map((key) => offeredStrategy("--strategies", key));
  const stage = stages(terminal);
  const project = await openProject(file, options, stage);
  stage.end();
  const rows = labelledRows(project);
  const budget = Math.min(options.budget, largestBudget(rows.length));
  const bar = progress(terminal, "Evaluating", budget * options.repetitions * strategies.length);
  const { repetitions, seed } = options;
  const outcomes = await evaluateStrategies({
    table: withLabels(project),
    recipe: project.recipe,
    kernel: project.model.kernel,
    ...learnedKernelOn(options.kernel, featureColumns(project.recipe, pinnedColumns(project.recipe, options))),
    ...(options.bandwidth === undefined ? {} : { bandwidth: options.bandwidth }),
    exact: options.exact,
    strategies,
    risk: project.model,
    ...labelCosts(project, options.labelCost),
    budget,
    repetitions,
    seed,
    ...sharedOut(options, terminal.threads),
    clock: () => terminal.now() / 1000,
    onStep: bar.step,
  });
  bar.end();
  const compared = comparedBy(project, outcomes[0]);
  const sentences = evaluationSentences(outcomes, compared);
  stage.begin("Weighing the columns");
  const learned = columnsLearnedFrom(project);
  stage.end();
  if (options.out !== undefined) writeWhole(options.out, image(file, options, outcomes, sentences, budget, compared));
  if (options.json) {
    const found = report(outcomes, sentences, options, budget, rows.length, compared);
    terminal.out.write(`${JSON.stringify({ ...found, learned: learnedJson(learned) })}\n`);
    return;
  }
  if (options.csv) {
    terminal.out.write(curvesCsv(outcomes));
    return;
  }
  print(terminal, project, { outcomes, sentences, learned, compared }, options, rows.length);
  sayNotices(terminal, [...project.notices, ...warningsOf(project)]);
}

/** One line for each strategy, split and number of labels. */
function curvesCsv(outcomes: readonly StrategyOutcome[]): string {
  const measures = Object.keys(outcomes[0].splits[0]);
  const lines = outcomes.flatMap(({ key, splits }) =>
    splits.flatMap((split, at) =>
      Array.from(split.error, (_, labels) => [
        key,
        at + 1,
        labels,
        ...measures.map((name) => split[name]?.[labels] ?? ""),
      ]),
    ),
  );
  return writeRecords(["strategy", "split", "labels", ...measures], lines);
}

/** What the labels of the rows to replay cost: those have one already, which tells nothing of its cost. */
function labelCosts({ table, labels }: Project, column: string | undefined): Pick<EvaluationPlan, "labelCosts"> {
  if (column === undefined) return {};
  const isKnown = (row: number) => labels[row] !== UNLABELLED;
  const costs = labelCostsOf("evaluate", table, column, isKnown);
  return { labelCosts: Array.from(costs).filter((_, row) => isKnown(row)) };
}

/** What the strategies are compared by. */
function comparedBy(project: Project, { spent }: StrategyOutcome): Compared {
  const isShare = project.model.lossMatrix === undefined;
  const name = isShare ? riskName(project).replace(" rate", "") : "cost";
  const y = name === "error" ? "test error" : name === "cost" ? "mean cost of a test row" : name;
  return { name, axes: { y, isShare, spent } };
}

/** The learned kernel in the words of a plan. */
function learnedKernelOn(kernel: KernelName, pinned: readonly number[]): Pick<EvaluationPlan, "learning"> {
  return kernel === "learned" ? { learning: { name: "learned", ...(pinned.length === 0 ? {} : { pinned }) } } : {};
}

function checkOut(out: string | undefined): void {
  if (out === undefined) return;
  if (![".svg", ".html"].includes(extname(out))) {
    throw new XpalError("bad-argument", {
      who: "evaluate",
      argument: "--out",
      rule: "must end in .svg or .html",
      value: out,
    });
  }
  checkOutputs({ "--out": out });
}

function labelledRows({ labels, labelColumn }: Project): Uint32Array {
  const rows = Uint32Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  if (rows.length >= 10) return rows;
  throw new XpalError("bad-argument", {
    who: "evaluate",
    argument: `column ${JSON.stringify(labelColumn)}`,
    rule: "must have at least 10 labelled rows to evaluate on",
    value: rows.length,
  });
}

/** The table with the journal's answers added to its label column. */
function withLabels({ table, labelColumn, labels, model }: Project) {
  const values = Array.from(labels, (label) => (label === UNLABELLED ? null : model.classes[label]));
  const columns = table.columns.map((column) =>
    column.name === labelColumn ? { name: labelColumn, type: "text" as const, values } : column,
  );
  return { ...table, columns };
}

function report(
  outcomes: readonly StrategyOutcome[],
  sentences: string[],
  options: EvaluateOptions,
  budget: number,
  rows: number,
  { name: compared }: Compared,
) {
  const { seed, repetitions } = options;
  const tests = testsOf(outcomes);
  const strategies = outcomes.map(
    ({ key, curve, spent, balancedError, macroF1, aulc, aulcs, pValue, firstNeeds }, at) => ({
      strategy: key,
      errors: Array.from(curve.errors),
      ...(spent === null ? {} : { spent }),
      balancedError,
      macroF1,
      aulc,
      aulcs,
      pValue,
      pHolm: tests.of[at].holm,
      firstNeeds,
    }),
  );
  const out = options.out === undefined ? {} : { image: resolve(options.out) };
  return { rows, budget, repetitions, seed, kernel: options.kernel, compared, strategies, sentences, ...out };
}

function image(
  file: string,
  options: EvaluateOptions,
  outcomes: readonly StrategyOutcome[],
  sentences: string[],
  budget: number,
  compared: Compared,
): string {
  const svg = svgChart(
    outcomes.map(({ curve }) => curve),
    {
      title: `Learning curves on ${file.split(/[\\/]/).pop()}`,
      axes: compared.axes,
      subtitle: `${splitWords(outcomes)}, seed ${options.seed}`,
    },
  );
  if (options.out?.endsWith(".svg")) return svg;
  const command = repeatCommand(file, { ...options, budget });
  return evaluationPage({ title: `Which rows to label first in ${file}`, svg, outcomes, sentences, command, compared });
}

/** What a curve is the mean of. */
function splitWords(outcomes: readonly StrategyOutcome[]): string {
  const { length } = outcomes[0].aulcs;
  if (length === 1) return "one random split";
  return `mean of ${length} random splits${noIntervalWords(outcomes).length === 0 ? " with 95 % confidence" : ""}`;
}

/** What came of the evaluation. */
interface Evaluated {
  readonly outcomes: readonly StrategyOutcome[];
  readonly sentences: readonly string[];
  readonly learned: LearnedColumns;
  readonly compared: Compared;
}

function print(
  { out }: Terminal,
  project: Project,
  { outcomes, sentences, learned, compared }: Evaluated,
  options: EvaluateOptions,
  rowCount: number,
): void {
  const paint = painter(out.colour);
  const { name, axes } = compared;
  const missing = noIntervalWords(outcomes);
  const hasInterval = missing.length === 0;
  const tests = testsOf(outcomes);
  const columns = testColumns(tests);
  const rows = outcomes.map((outcome, at) => [
    outcome.curve.name,
    outcome.aulc.mean.toFixed(4),
    ...(hasInterval ? [intervalText(outcome)] : []),
    lastWords(outcome, axes),
    ...(name === "balanced error" ? [] : [percent(outcome.balancedError)]),
    outcome.macroF1.toFixed(3),
    ...columns.map(({ cells }) => cells[at]),
  ]);
  const balanced = name === "balanced error" ? [] : ["balanced"];
  const head = [
    "strategy",
    "area",
    ...(hasInterval ? ["95 % confidence"] : []),
    `last ${name}`,
    ...balanced,
    "macro F1",
    ...columns.map(({ head }) => head),
  ];
  const lines = [
    paint.bold(
      `${project.file}: ${rowCount} labelled rows, ${options.repetitions} random ${options.repetitions === 1 ? "split" : "splits"}`,
    ),
    kernelWords(project.recipe, project.model),
    ...comparedWords(compared),
    "",
    ...terminalChart(
      outcomes.map(({ curve }) => curve),
      { columns: out.columns, colour: out.colour, axes },
    ),
    "",
    ...textTable(head, rows, { right: [1, 2, 3, 4, 5, 6, 7], columns: out.columns, paint }),
    ...missing,
    "",
    ...learnedColumnsTable(learned, { columns: out.columns, paint }),
    "",
    ...sentences.map(paint.bold),
    ...overlapWords(tests),
    ...(options.out === undefined ? [] : [`Image: ${resolve(options.out)}`]),
  ];
  out.write(`${lines.join("\n")}\n`);
}

/** What is compared, where it is not the error after so many labels. */
function comparedWords({ name, axes }: Compared): string[] {
  const { spent, y } = axes;
  if (name === "error" && spent === null) return [];
  const over = spent === null ? "" : " after labels of the same cost";
  return [`Compared by the ${y}${over}: lower is better.`];
}
