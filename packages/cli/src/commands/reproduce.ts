// `xpal reproduce`: the paper's experiment on its datasets, or a small version of it that needs no files.
import {
  computationTimes,
  folderDatasets,
  openmlDatasets,
  PAPER_STRATEGIES,
  type PaperStrategy,
  type PlannedDataset,
  PRIOR_STRATEGIES,
  paperPlan,
  quickDatasets,
  usableDatasets,
} from "@xpal/lab";
import { Command } from "commander";
import { type RunOptions, runAndReport } from "../experiment/run-and-report.ts";
import { integer, list } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ReproduceOptions extends RunOptions {
  readonly data?: string;
  readonly datasets?: readonly string[];
  readonly strategies?: readonly string[];
  readonly repetitions?: number;
  readonly budget: number;
  readonly quick?: true;
  readonly openmlUrl?: string;
  readonly times: boolean;
}

/** The command with its options and help. */
export function reproduceCommand(terminal: Terminal): Command {
  return new Command("reproduce")
    .description(
      "Runs the experiment of the paper and writes a page with every table and figure beside the printed values. What was finished is kept: the same command goes on where it ended.",
    )
    .option("--data <folder>", "a folder with datasets.json and CSV files; by default $XPAL_DATASETS, else OpenML")
    .option("--datasets <names>", "which datasets, separated by commas; by default all", list("--datasets"))
    .option(
      "--strategies <names>",
      `which of ${PAPER_STRATEGIES.join(", ")} and xpal-PRIOR; by default all and the paper's priors`,
      list("--strategies"),
    )
    .option(
      "--repetitions <count>",
      "how many random splits; 100 by default, 5 with --quick",
      integer("--repetitions", 1, 1000),
    )
    .option("--budget <count>", "how many labels a run asks for at most", integer("--budget", 1), 200)
    .option("--threads <count>", "how many runs at a time; by default one per core", integer("--threads", 1, 1024))
    .option("--store <address>", "where runs are kept: sqlite:PATH or postgres://...; by default in the folder --out")
    .option("--queue [address]", "let workers on many machines run it: postgres://..., redis://..., or $XPAL_QUEUE")
    .option("--tags <names>", "with --queue: only workers with these tags", list("--tags"))
    .option("--out <folder>", "the folder for page, tables and figures", "xpal-report")
    .option("--quick", "six small datasets that need neither files nor network")
    .option("--openml-url <address>", "another server that answers like OpenML")
    .option("--no-times", "leave out the study of computation time")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal reproduce --quick --datasets iris,blobs --repetitions 2 --no-times --out first-look",
    )
    .action((options: ReproduceOptions) => reproduce(options, terminal));
}

async function reproduce(options: ReproduceOptions, terminal: Terminal): Promise<void> {
  const { datasets, remarks } = await openDatasets(options, terminal);
  const strategies = options.strategies ?? [...PAPER_STRATEGIES, ...PRIOR_STRATEGIES];
  const plan = paperPlan({
    title: options.quick ? "A quick look at xPAL and its rivals" : "xPAL and its rivals",
    datasets,
    strategies,
    repetitions: options.repetitions ?? (options.quick ? 5 : 100),
    budget: options.budget,
    paper: !options.quick, // other data under the same names
  });
  for (const remark of remarks) terminal.err.write(`${remark}\n`);
  const timed = strategies.filter((key): key is PaperStrategy => (PAPER_STRATEGIES as readonly string[]).includes(key));
  const measure = (signal: AbortSignal) =>
    computationTimes({
      strategies: timed,
      clock: () => terminal.now() / 1000,
      queries: options.quick ? 5 : 50,
      signal,
    });
  await runAndReport(plan, options, terminal, {
    remarks,
    ...(options.times ? { measureTimes: measure } : {}),
  });
}

async function openDatasets(
  { quick, data, datasets: names, openmlUrl }: ReproduceOptions,
  terminal: Terminal,
): Promise<{ datasets: readonly PlannedDataset[]; remarks: readonly string[] }> {
  if (quick) return { datasets: await quickDatasets(names), remarks: [] };
  const folder = data ?? terminal.datasetsFolder;
  if (folder !== undefined) return usableDatasets(folderDatasets(folder, names));
  return openmlDatasets(names, openmlUrl === undefined ? {} : { baseUrl: openmlUrl });
}
