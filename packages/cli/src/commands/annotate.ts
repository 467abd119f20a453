// `xpal annotate`: a program behind an OpenAI-compatible server answers the rows that xPAL chooses. How often it is right is
// estimated on rows whose class a person has said; its answers are printed or written to a file of their own, as they come,
// and never pass for a person's.

import { XpalError } from "@xpal/core";
import { type ProgramAccount, type ProgramAnnotator, programAnnotator, writeRecords } from "@xpal/data";
import { type AnnotationRun, annotationRun, plannedQuestions } from "../annotation/annotation-run.ts";
import { annotatorKey, readText } from "../annotation/annotator-key.ts";
import { runReport, runWords } from "../annotation/run-words.ts";
import { numberOf } from "../journal/journal.ts";
import { checkCsvName, checkOutputs, optionFiles } from "../project/check-outputs.ts";
import { learnerOf, openProject, type Project } from "../project/open-project.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { progress, stages } from "../terminal/progress.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface AnnotateOptions extends ProjectOptions {
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

/** Asks the program about the rows that xPAL chooses. */
export async function annotate(file: string, options: AnnotateOptions, terminal: Terminal): Promise<void> {
  checkOutputs({ "--out": options.out }, [file, options.guidelines, options.keyFile, ...optionFiles(options)]);
  checkCsvName("--out", options.out);
  const stage = stages(terminal);
  const key = annotatorKey(options.keyFile);
  const guidelines = options.guidelines === undefined ? undefined : readText("--guidelines", options.guidelines);
  const project = await openProject(file, options, stage);
  const learner = await learnerOf(project, options, stage);
  stage.end();
  const planned = plannedQuestions(project, options.count, options.audit);
  const bar = progress(terminal, "Asking", planned);
  let asked = 0;
  await terminal.untilInterrupted(async (signal) => {
    const program: ProgramAnnotator = programAnnotator({
      ...{ endpoint: options.endpoint, model: options.model, concurrency: options.concurrency, signal },
      timeout: 1000 * options.timeout,
      planned,
      ...(options.price === undefined ? {} : { price: options.price }),
      ...(key === undefined ? {} : { key }),
      agree: () => options.yes === true,
      onAnswer: () => bar.step(++asked),
    });
    const run: AnnotationRun = { audited: [], answers: [] };
    const keep = () => {
      if (options.out !== undefined && run.answers.length > 0) writeWhole(options.out, asCsv(project, run));
    };
    let failure: unknown;
    try {
      await annotationRun(run, {
        ...options,
        project,
        learner,
        program,
        onAnswers: keep,
        ...(guidelines === undefined ? {} : { guidelines }),
      });
    } catch (error) {
      failure = signal.aborted ? stopped() : error;
    }
    bar.end();
    await learner.close();
    // What was answered is printed also when the rest was not: it was paid for.
    const isAnswered = run.audited.length + run.answers.length > 0;
    if (failure === undefined || isAnswered) print(project, run, program.account(), options, terminal);
    keep();
    if (failure !== undefined) throw failure;
  });
}

function print(
  project: Project,
  run: AnnotationRun,
  account: ProgramAccount,
  { json }: AnnotateOptions,
  terminal: Terminal,
): void {
  if (json) terminal.out.write(`${JSON.stringify(runReport(project, run, account))}\n`);
  else {
    terminal.out.write(`${runWords(project, run, account, terminal.out).join("\n")}\n`);
    sayNotices(terminal, project.notices);
  }
}

function stopped(): XpalError {
  return new XpalError("cancelled", { who: "annotate", argument: "asking", rule: "was stopped" });
}

function asCsv({ table }: Project, { answers }: AnnotationRun): string {
  const place = table.lines === undefined ? ["row"] : ["row", "line"];
  const rows = answers.map(({ row, answer }) => [
    numberOf(table, row),
    ...(table.lines === undefined ? [] : [table.lines[row]]),
    answer.label ?? "",
    answer.label === null ? answer.because : "",
  ]);
  return writeRecords([...place, "label", "no_label_because"], rows);
}
