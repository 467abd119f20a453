// Question, key, disk, next question. The loop ends with the rows, the keys, or when the person quits; whatever was
// answered by then is in the journal.
import { type CheckCounts, decide, drawChecks, type Learner, XpalError } from "@xpal/core";
import type { Project } from "../../project/open-project.ts";
import { clip, displayWidth } from "../../terminal/display-width.ts";
import { INK, painter } from "../../terminal/paint.ts";
import type { Stages } from "../../terminal/progress.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { type Answers, type Entry, foldEntries } from "../answers.ts";
import type { JournalWriter } from "../journal.ts";
import { classKeys, HELP, keyOrder, QUIT, SKIP, UNDO } from "./class-keys.ts";
import { type Question, questionView } from "./question-view.ts";

/** What the loop works on. */
export interface LabelLoop {
  readonly project: Project;
  readonly learner: Learner;
  readonly journal: JournalWriter;
  /** The entries that the journal held before. */
  readonly before: readonly Entry[];
  /** The classes in the order in which they were declared, whose keys follow it; empty where they were not. */
  readonly declared: readonly string[];
  readonly showPrediction: boolean;
  /** The share of the answers that are checks, drawn by this seed and predicted by a model of this name. */
  readonly checks: { readonly share: number; readonly seed: number; readonly model: string };
  /** Told what is being done while the person waits. */
  readonly stage: Stages;
  /** Stop after this many answers. */
  readonly count: number;
}

/** Why the loop ended, and what was done in it. */
export interface LabelLoopEnd {
  readonly reason: "quit" | "nothing left" | "enough";
  readonly answered: number;
  readonly skipped: number;
  readonly undone: number;
  /** All answers of the journal. */
  readonly answers: Answers;
}

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

/** Asks until no row is left or the person quits. */
export async function labelLoop(loop: LabelLoop, terminal: Terminal): Promise<LabelLoopEnd> {
  const { project, learner, journal } = loop;
  const classes = keyOrder(project.model.classes, loop.declared);
  const keys = classKeys(classes, loop.declared);
  const entries = [...loop.before];
  const order = [...foldEntries(entries).order];
  const done = { answered: 0, skipped: 0, undone: 0 };
  const start = learner.labels.count;
  const since = countsOf(entries);
  const end = (reason: LabelLoopEnd["reason"]) => ({ reason, ...done, answers: foldEntries(entries) });
  const keep = (entry: Entry) => {
    journal.append(entry);
    entries.push(entry);
  };
  let question = await nextQuestion(loop, entries, since);
  if (question === null) return end("nothing left");
  await ask(loop, question, classes, keys, terminal);
  for await (const key of terminal.keys) {
    const { row } = question;
    const asked = askedFor(question, loop);
    if (key === QUIT || key === CTRL_C || key === CTRL_D) break;
    if (keys.includes(key)) {
      const label = classes[keys.indexOf(key)];
      keep({ row, label, ...asked });
      await learner.label(row, label);
      order.push(row);
      done.answered++;
      say(terminal, label);
    } else if (key === SKIP || key === " ") {
      keep({ row, skip: true, ...asked });
      await learner.skip(row);
      order.push(row);
      done.skipped++;
      say(terminal, "skipped");
    } else if (key === UNDO || key === "\u007f" || key === "\b") {
      const last = order.pop();
      if (last === undefined) {
        say(terminal, "there is nothing to undo");
        continue;
      }
      keep({ row: last, undo: true });
      if (learner.labels.has(last)) await learner.unlabel(last);
      else await learner.restore(last);
      done.undone++;
      say(terminal, "undone");
    } else {
      explainKeys(key, keys, classes, terminal);
      continue;
    }
    const more = learner.labels.count - start;
    if (more >= loop.count) return end("enough");
    question = await nextQuestion(loop, entries, since);
    if (question === null) return end("nothing left");
    await ask(loop, question, classes, keys, terminal);
  }
  return end("quit");
}

/** How many answers a journal holds, and how many of them are checks. */
function countsOf(entries: readonly Entry[]): CheckCounts {
  const { order, checks } = foldEntries(entries);
  return { answers: order.length, checks: checks.size };
}

/** What the journal says of a check. */
function askedFor({ check }: Question, { checks }: LabelLoop) {
  return check === undefined ? {} : { asked: "check" as const, predicted: check, model: checks.model };
}

async function nextQuestion(loop: LabelLoop, entries: readonly Entry[], since: CheckCounts): Promise<Question | null> {
  const { project, learner, showPrediction, stage, checks } = loop;
  stage.begin("Choosing the next row");
  const isOpen = (row: number) => !learner.labels.has(row) && learner.labels.asideOf(row) === undefined;
  const rows = { size: project.table.rows, isOpen };
  const [check] = drawChecks({ seed: checks.seed, share: checks.share, since }, countsOf(entries), rows, 1);
  const row = check ?? (await learner.suggest())[0]?.index;
  stage.end();
  if (row === undefined) return null;
  const { gain, items } = await learner.preview(row);
  const answered = learner.labels.count;
  const { large } = project;
  const open = large === undefined ? learner.labels.unlabelled().length : large.rows - answered;
  const question = { row, answered, open, gain, items: large === undefined ? items : gain * large.rows };
  if (check === null && !showPrediction) return question;
  const { cols, data } = await learner.probabilities();
  const chances = data.subarray(row * cols, (row + 1) * cols);
  const y = decide(chances, (await learner.at().lossMatrix()) ?? undefined);
  const name = project.model.classes[y];
  return check === null
    ? { ...question, prediction: `${name} (${Math.round(100 * chances[y])} %)` }
    : { ...question, check: name };
}

async function ask(
  { project }: LabelLoop,
  question: Question,
  classes: readonly string[],
  keys: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { columns, colour } = terminal.out;
  const paint = painter(colour);
  const choices = classes.map((name, y): Choice => {
    if (name === keys[y]) return { text: paint.bold(name), width: displayWidth(name) };
    const shown = clip(name, columns - 2);
    return { text: `${paint.bold(keys[y])} ${shown}`, width: 2 + displayWidth(shown) };
  });
  const others = [`${UNDO} undo`, `${SKIP} skip`, `${QUIT} quit`].map(
    (words): Choice => ({ text: paint(INK.faint, words), width: words.length }),
  );
  const lines = inLines([...choices, ...others], choices.length, columns);
  terminal.out.write(`${await questionView(project, question, terminal)}\n${lines}\n> `);
  await terminal.keys.discard(); // they were pressed before this row was shown, and cannot be about it
}

/** A key with its meaning, and how many columns that takes. */
interface Choice {
  readonly text: string;
  readonly width: number;
}

/** Choices beside each other, on as many lines as the terminal needs; the keys that do not stand for classes are on a line of their own. */
function inLines(choices: readonly Choice[], apart: number, columns: number): string {
  let { text: lines, width: used } = choices[0];
  for (let i = 1; i < choices.length; i++) {
    const { text, width } = choices[i];
    const gap = i === apart ? 3 : 2;
    const fits = used + gap + width <= columns;
    lines += (fits ? " ".repeat(gap) : "\n") + text;
    used = fits ? used + gap + width : width;
  }
  return lines;
}

function say({ out }: Terminal, words: string): void {
  out.write(`${words}\n`);
}

/** A person is told the keys again; a script that sends a key without a meaning is stopped. */
function explainKeys(key: string, keys: readonly string[], classes: readonly string[], terminal: Terminal): void {
  if (!terminal.keys.isTerminal) {
    terminal.out.write("\n");
    throw new XpalError("bad-argument", {
      who: "labelLoop",
      argument: "each key",
      rule: `must be one of ${[...keys, UNDO, SKIP, QUIT].join(", ")}`,
      value: key,
      wayOut: "the answers before it are kept",
    });
  }
  const meanings = keys.map((k, y) => (k === classes[y] ? k : `${k} ${classes[y]}`)).join(", ");
  const first = key === HELP ? "" : "no such key; ";
  terminal.out.write(
    `${first}${meanings}; ${UNDO} takes the last answer back, ${SKIP} skips the row, ${QUIT} quits\n> `,
  );
}
