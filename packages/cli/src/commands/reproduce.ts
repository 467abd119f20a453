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
import { type RunOptions, runAndReport } from "../experiment/run-and-report.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the options hold. */
export interface ReproduceOptions extends RunOptions {
  readonly data?: string;
  readonly datasets?: readonly string[];
  readonly strategies?: readonly string[];
  readonly repetitions?: number;
  readonly budget: number;
  readonly quick?: true;
  readonly openmlUrl?: string;
  readonly times: boolean;
}

/** Runs the experiment of the paper and writes its report. */
export async function reproduce(options: ReproduceOptions, terminal: Terminal): Promise<void> {
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
