// A program at work. It is given items as a window is: leased, nothing that is nearly the same as what somebody has in hand,
// and no random audits, which measure by what people say; once enough is known of it, only items where its answer is worth
// more per cost than a person's. Its answers are stored under its own name; how often it is right is
// seen on items that people have answered, which it is asked about too, and what it says of those is kept beside the log.
import { MIN_CHECKS } from "@xpal/core";
import { type AnnotationAnswer, type ProgramAnnotator, programAnnotator } from "@xpal/data";
import type { Store } from "@xpal/store";
import { isProgram } from "../../protocol/annotator.ts";
import { liveClasses } from "../../protocol/classes.ts";
import type { StudioEvent } from "../../protocol/events.ts";
import { POOR_SHARE } from "../../protocol/program.ts";
import type { Log } from "../log.ts";
import { nextItems } from "../projects/next-items.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { type ChosenItems, canChoose, chooseItems, hasItemsFor } from "./choose-items.ts";
import { programInfo } from "./program-info.ts";
import { programQuestions } from "./program-question.ts";
import { heardFrom, type KeptProgram, nameOf, type ProgramRecord, updateProgram } from "./program-record.ts";

/** Questions under way at a time. */
const AT_ONCE = 4;
/** Items of people that it is asked about first, and at most. */
const FIRST_AUDITS = 20;
const MAX_AUDITS = 200;
/** How long it waits while people have all open items in hand. */
const PAUSE_MS = 5000;

/** What programs work with. */
export interface ProgramParts {
  readonly store: Pick<Store, "records">;
  readonly openProjects: OpenProjects;
  readonly clock: () => Date;
  readonly log: Log;
  /** Called with the items that it has answered. */
  readonly onAnswers: (project: string, openProject: OpenProject, items: readonly number[]) => Promise<void>;
}

/** The most questions that asking about so many new items takes: one item of people goes with each four of them. */
export function questionsOf(count: number): number {
  return count + Math.min(MAX_AUDITS, FIRST_AUDITS + Math.ceil(count / AT_ONCE));
}

/** Lets a program answer until it was asked about as many items as it may be, nothing is left for it, or it is stopped. */
export async function runProgram(
  { store, openProjects, clock, onAnswers }: ProgramParts,
  project: string,
  kept: KeptProgram,
  accessKey: string | null,
  stop: AbortController,
): Promise<void> {
  const { record } = kept;
  let { revision } = kept;
  const { signal } = stop;
  const { endpoint, model, price, count, seconds } = record;
  const program = programAnnotator({
    ...{
      endpoint,
      model,
      concurrency: AT_ONCE,
      planned: questionsOf(count),
      signal,
      agree: () => true,
      timeout: 1000 * seconds,
    },
    ...(accessKey === null ? {} : { key: accessKey }),
    ...(price === null ? {} : { price }),
  });
  const save = async (more: Partial<ProgramRecord> = {}) => {
    Object.assign(record, { cost: program.account().cost, seen: clock().getTime() }, more);
    const written = await updateProgram(store, project, { record, revision });
    if (written === null)
      stop.abort(); // another server goes on, it was stopped there, or the project is gone
    else revision = written;
  };
  const answers = new Answers(record, program, clock, (...answered) => onAnswers(project, ...answered));
  try {
    const first = await openProjects.of(project);
    await answers.audit(first, FIRST_AUDITS);
    first.hear(heardFrom(record));
    await save();
    let isPoor = isTooPoor(first, record);
    while (record.asked < count && !signal.aborted && !isPoor) {
      const openProject = await openProjects.of(project); // one that nobody watches may have been closed meanwhile
      const open = await answers.some(openProject, project, signal).finally(() => save());
      if (open === 0) break;
      if (open === null) await pause(PAUSE_MS, signal);
      else if (!signal.aborted) await answers.audit(openProject, 1);
      openProject.hear(heardFrom(record));
      isPoor = isTooPoor(openProject, record);
    }
    await save({ state: signal.aborted ? "stopped" : isPoor ? "poor" : "done" });
  } catch (error) {
    const isOver = signal.aborted;
    await save({ state: isOver ? "stopped" : "failed", failure: isOver ? null : (error as Error).message });
  } finally {
    await release(await openProjects.of(project), project).catch(() => {}); // they lapse
  }
}

/** Whether it is right so seldom that somebody has to say whether it goes on. */
function isTooPoor(openProject: OpenProject, record: ProgramRecord): boolean {
  const { answered, share } = programInfo(openProject, record).right;
  return !record.evenIfPoor && answered >= MIN_CHECKS && share !== null && share.value < POOR_SHARE;
}

type OnAnswers = (openProject: OpenProject, items: readonly number[]) => Promise<void>;

/** What a program says, kept in its record and, of new items, in the log. */
class Answers {
  readonly #record: ProgramRecord;
  readonly #program: ProgramAnnotator;
  readonly #clock: () => Date;
  readonly #onAnswers: OnAnswers;
  /** Items that were compared and are left to people. */
  readonly #left = new Set<number>();
  /** Answers that are classes, of this run. */
  #given = 0;

  constructor(record: ProgramRecord, program: ProgramAnnotator, clock: () => Date, onAnswers: OnAnswers) {
    this.#record = record;
    this.#program = program;
    this.#clock = clock;
    this.#onAnswers = onAnswers;
  }

  /** Asks about some new items; returns how many are open, 0 when none is left for it, null when people have all in hand. */
  async some(openProject: OpenProject, project: string, signal: AbortSignal): Promise<number | null> {
    const { items, isWaiting } = await this.#items(openProject, project, signal);
    if (items.length === 0) return isWaiting ? null : 0;
    const questionOf = programQuestions(openProject);
    const heard = new Map<number, AnnotationAnswer>();
    const questions = items.map(({ item }) => questionOf(item));
    try {
      await this.#program.ask(questions, (at, answer) => {
        heard.set(at, answer);
        this.#count(answer);
      });
    } finally {
      await this.#store(openProject, project, items, heard); // what was paid for is kept if another question fails
    }
    return openProject.openCount;
  }

  async #items(openProject: OpenProject, project: string, signal: AbortSignal): Promise<Omit<ChosenItems, "left">> {
    const record = this.#record;
    const wanted = Math.min(AT_ONCE, record.count - record.asked);
    const window = windowOf(project);
    if (canChoose(openProject, record)) {
      const chosen = await chooseItems(openProject, record, window, wanted);
      for (const item of chosen.left) this.#left.add(item);
      for (const { item } of chosen.items) this.#left.delete(item);
      record.left = [...this.#left].filter((item) => openProject.isOpen(item)).length;
      return chosen;
    }
    const without = new Set(record.declined);
    const next = await nextItems(openProject, wanted, window, () => signal, [], { without, checks: false });
    return { items: next.suggestions.slice(0, wanted), isWaiting: hasItemsFor(openProject, record) };
  }

  async #store(
    openProject: OpenProject,
    project: string,
    items: ChosenItems["items"],
    heard: ReadonlyMap<number, AnnotationAnswer>,
  ): Promise<void> {
    const record = this.#record;
    const numbers = idsOf(openProject);
    const events: Extract<StudioEvent, { kind: "answer" }>[] = [];
    for (const [at, { label }] of heard) {
      const { item, from } = items[at];
      const to = label === null ? undefined : numbers.get(label);
      if (to === undefined) record.declined.push(item);
      else {
        const body = { item, to, was: null, asked: { from }, by: nameOf(record) };
        events.push({ id: crypto.randomUUID(), kind: "answer", at: this.#clock().toISOString(), body });
      }
    }
    record.asked += heard.size;
    const { results } = await openProject.submit(events);
    const stored = events.filter((_, at) => results[at].rejection === null);
    record.answered += stored.length;
    void this.#onAnswers(
      openProject,
      stored.map(({ body }) => body.item),
    );
    if (events.length < items.length) await release(openProject, project);
  }

  /** Asks about items that people have answered, random audits first, so many of each class as there can be. */
  async audit(openProject: OpenProject, most: number): Promise<void> {
    const { audited } = this.#record;
    const items = auditItems(openProject, audited, Math.min(most, MAX_AUDITS - audited.length));
    if (items.length === 0) return;
    const numbers = idsOf(openProject);
    await this.#program.ask(items.map(programQuestions(openProject)), (at, answer) => {
      const { label } = answer;
      audited.push({ item: items[at], said: label === null ? null : (numbers.get(label) ?? null) });
      this.#count(answer);
    });
  }

  /** What an answer costs is what all questions cost, those without an answer too, shared out over the answers. */
  #count({ label }: AnnotationAnswer): void {
    if (label !== null) this.#given++;
    const { cost, ms } = this.#program.account();
    const per = (whole: number) => whole / this.#given;
    if (this.#given > 0) this.#record.perAnswer = { price: per(cost ?? 0), seconds: per(ms / 1000 / AT_ONCE) };
  }
}

function auditItems({ state }: OpenProject, audited: ProgramRecord["audited"], most: number): number[] {
  const asked = new Set(audited.map(({ item }) => item));
  const perClass = new Map<number, number[]>();
  const add = (isAudit: boolean) => {
    for (const [item, { to, by, drawn }] of state.facts) {
      if (typeof to !== "number" || isProgram(by) || asked.has(item) || (drawn !== undefined) !== isAudit) continue;
      perClass.set(to, [...(perClass.get(to) ?? []), item]);
    }
  };
  add(true);
  add(false);
  const chosen: number[] = [];
  for (let turn = 0; chosen.length < most && [...perClass.values()].some(({ length }) => turn < length); turn++) {
    for (const items of perClass.values()) if (turn < items.length && chosen.length < most) chosen.push(items[turn]);
  }
  return chosen;
}

function idsOf({ state }: OpenProject): Map<string, number> {
  return new Map(liveClasses(state).map(({ name, id }) => [name, id]));
}

function windowOf(project: string): string {
  return `program-${project}`;
}

async function release(openProject: OpenProject, project: string): Promise<void> {
  await openProject.leases.change((held) => held.release(windowOf(project)));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
