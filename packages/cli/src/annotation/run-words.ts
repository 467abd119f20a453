// What a program answered, how often it was right where that is known, and what it took.
import { type Accuracy, annotatorAccuracy, money, type ProgramAccount } from "@xpal/data";
import { numberOf } from "../journal/journal.ts";
import type { Project } from "../project/open-project.ts";
import { rowPlace, rowWords } from "../project/row-words.ts";
import { painter } from "../terminal/paint.ts";
import type { Output } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import type { AnnotationRun } from "./annotation-run.ts";

/** The run as JSON. */
export function runReport(project: Project, run: AnnotationRun, account: ProgramAccount) {
  const { all, perClass } = accuracyOf(project, run);
  const { classes } = project.model;
  return {
    audit: { all, perClass: perClass.map((one, y) => ({ class: classes[y], ...one })) },
    answers: run.answers.map(({ row, answer }) => ({ row: numberOf(project.table, row), ...answer })),
    account,
  };
}

/** The run for people. */
export function runWords(project: Project, run: AnnotationRun, account: ProgramAccount, out: Output): string[] {
  const { table, model, labelColumn } = project;
  const layout = { columns: out.columns, paint: painter(out.colour) };
  const rows = run.answers.map(({ row, answer }) => [
    rowPlace(table, row),
    answer.label ?? `(${answer.because})`,
    rowWords(table, row, [labelColumn]),
  ]);
  const none = run.answers.filter(({ answer }) => answer.label === null).length;
  const { all, perClass } = accuracyOf(project, run);
  const counted = [...perClass.map((one, y) => cells(model.classes[y], one)), cells("all", all)];
  return [
    ...(rows.length === 0 ? [] : [...textTable(["row", "answer", "content"], rows, layout), ""]),
    ...(none === 0 ? [] : [`${none} of ${run.answers.length} rows have no answer and are left to a person.`]),
    ...(run.audited.length === 0
      ? ["No row with a label was asked about, so nothing says how often these answers are right."]
      : [
          "On rows whose label is known:",
          ...textTable(["class", "asked", "answered", "right", "share", "90 % range"], counted, {
            right: [1, 2, 3, 4],
            ...layout,
          }),
        ]),
    spent(account),
  ];
}

function accuracyOf({ model }: Project, { audited }: AnnotationRun) {
  return annotatorAccuracy(
    model.classes,
    audited.map(({ truth, answer }) => ({ truth, label: answer.label })),
  );
}

function cells(name: string, { asked, answered, right, share }: Accuracy): string[] {
  const percent = (value: number) => `${Math.round(100 * value)} %`;
  const range = share === null ? "" : `${percent(share.lower)} to ${percent(share.upper)}`;
  return [name, `${asked}`, `${answered}`, `${right}`, share === null ? "" : percent(share.value), range];
}

function spent({ questions, sentTokens, receivedTokens, cost, ms, retries }: ProgramAccount): string {
  const each = questions === 0 ? "" : `, ${(ms / questions / 1000).toFixed(1)} s each`;
  const again = retries === 0 ? "" : `, ${retries} asked again`;
  const price = cost === null ? "" : `, cost ${money(cost)}`;
  return `${questions} questions${each}${again}; ${sentTokens} tokens sent, ${receivedTokens} received${price}.`;
}
