// `xpal annotate`: a program behind an OpenAI-compatible server answers the rows that xPAL chooses. How often it is right is
// estimated on rows whose class a person has said; its answers are printed or written to a file of their own and never
// pass for a person's.
import { type ProgramAnnotator, programAnnotator, writeRecords } from "@xpal/data";
import { Command, InvalidArgumentError } from "commander";
import { type AnnotationRun, annotationRun } from "../annotation/annotation-run.ts";
import { annotatorKey, readText } from "../annotation/annotator-key.ts";
import { runReport, runWords } from "../annotation/run-words.ts";
import { integer } from "../options.ts";
import { learnerOf, openProject, type Project } from "../project/open-project.ts";
import { type ProjectOptions, withProjectOptions } from "../project/project-options.ts";
import { strategyFor } from "../project/strategy-option.ts";
import { progress, stages } from "../terminal/progress.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

interface AnnotateOptions extends ProjectOptions {
  readonly endpoint: string;
  readonly model: string;
  readonly count: number;
  readonly audit: number;
  readonly concurrency: number;
  readonly timeout: number;
  readonly price?: { readonly sent: number; readonly received: number };
  readonly describe?: ReadonlyMap<string, string>;
  readonly guidelines?: string;
  readonly keyFile?: string;
  readonly out?: string;
  readonly yes?: true;
  readonly json?: true;
}

/** The command with its options and help. */
export function annotateCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("annotate"), "learn")
    .description(
      "Let a program answer the rows that xPAL chooses, and say how often it is right on rows that have a label. The program is any OpenAI-compatible server, such as Ollama or vLLM on this machine; another machine is asked only with --yes.",
    )
    .argument("<file>", "the table; its labels, and those in FILE.labels.jsonl, are the audit")
    .requiredOption("--endpoint <url>", "the server, such as http://localhost:11434/v1")
    .requiredOption("--model <name>", "the model to ask for")
    .option("-n, --count <number>", "how many rows to ask about", integer("--count", 0), 20)
    .option("--audit <number>", "how many labelled rows to ask about", integer("--audit", 0), 20)
    .option("--describe <class=text>", "what belongs to a class; may be repeated", described)
    .option("--guidelines <file>", "a text file with what people who label are told")
    .option("--concurrency <number>", "questions at a time", integer("--concurrency", 1, 64), 4)
    .option("--timeout <seconds>", "how long an answer may take", integer("--timeout", 1, 3600), 60)
    .option("--price <sent,received>", "what a million tokens cost", price)
    .option("--key-file <file>", "a file with the key; XPAL_ANNOTATOR_KEY by default, and none for most local servers")
    .option("--out <file>", "write the answers as CSV")
    .option("--yes", "agree that rows are sent to another machine")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  xpal annotate tickets.csv --label kind --endpoint http://localhost:11434/v1 --model llama3.2 --out answers.csv",
    )
    .action((file: string, options: AnnotateOptions) => annotate(file, options, terminal));
}

async function annotate(file: string, options: AnnotateOptions, terminal: Terminal): Promise<void> {
  const stage = stages(terminal);
  const key = annotatorKey(options.keyFile);
  const guidelines = options.guidelines === undefined ? undefined : readText("--guidelines", options.guidelines);
  const project = await openProject(file, options, stage);
  const learner = await learnerOf(
    project,
    strategyFor("xpal", project.pool.kernel, project.risk.measure),
    options,
    stage,
  );
  stage.end();
  const bar = progress(terminal, "Asking", options.count + options.audit);
  let asked = 0;
  await terminal.untilInterrupted(async (signal) => {
    const program: ProgramAnnotator = programAnnotator({
      ...{ endpoint: options.endpoint, model: options.model, concurrency: options.concurrency, signal },
      timeout: 1000 * options.timeout,
      planned: options.count + options.audit,
      ...(options.price === undefined ? {} : { price: options.price }),
      ...(key === undefined ? {} : { key }),
      agree: () => options.yes === true,
      onAnswer: () => bar.step(++asked),
    });
    const run: AnnotationRun = { audited: [], answers: [] };
    try {
      await annotationRun(run, {
        ...options,
        project,
        learner,
        program,
        ...(guidelines === undefined ? {} : { guidelines }),
      });
    } finally {
      bar.end();
      if (options.out !== undefined && run.answers.length > 0) writeWhole(options.out, asCsv(project, run));
      await learner.close();
    }
    if (options.json) terminal.out.write(`${JSON.stringify(runReport(project, run, program.account()))}\n`);
    else {
      terminal.out.write(`${runWords(project, run, program.account(), terminal.out).join("\n")}\n`);
      sayNotices(terminal, project.notices);
    }
  });
}

function asCsv({ table }: Project, { answers }: AnnotationRun): string {
  const place = table.lines === undefined ? ["row"] : ["row", "line"];
  const rows = answers.map(({ row, answer }) => [
    ...(table.lines === undefined ? [row] : [row, table.lines[row]]),
    answer.label ?? "",
    answer.label === null ? answer.because : "",
  ]);
  return writeRecords([...place, "label", "no_label_because"], rows);
}

function described(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be CLASS=TEXT.");
  return new Map([...before, [text.slice(0, at), text.slice(at + 1)]]);
}

function price(text: string): { sent: number; received: number } {
  const [sent, received = Number.NaN, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (sent >= 0 && received >= 0 && more.length === 0) return { sent, received };
  throw new InvalidArgumentError("It must be two numbers of at least 0, such as 0.15,0.60.");
}
