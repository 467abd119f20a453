// Programs that answer beside the people of projects. A program is given items as a window is: leased, nothing that is nearly
// the same as what somebody has in hand, and no random audits, which measure by what people say. Its answers are stored under
// its own name; how often it is right is seen on items that people have answered, which it is asked about too, and what it says
// of those is kept beside the log.
import { chatEndpoint, money, type ProgramAnnotator, programAnnotator } from "@xpal/data";
import type { Store } from "@xpal/store";
import { liveClasses } from "../../protocol/classes.ts";
import type { StudioEvent } from "../../protocol/events.ts";
import type { ProgramInfo, ProgramRequest } from "../../protocol/program.ts";
import type { Log } from "../log.ts";
import { nextItems } from "../projects/next-items.ts";
import type { OpenProject } from "../projects/open-project.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { StudioError } from "../studio-error.ts";
import { programInfo } from "./program-info.ts";
import { programQuestions } from "./program-question.ts";
import { isProgram, nameOf, type ProgramRecord, readProgram, writeProgram } from "./program-record.ts";

/** Questions under way at a time. */
const AT_ONCE = 4;
/** Items of people that it is asked about first, and at most. */
const FIRST_AUDITS = 20;
const MOST_AUDITS = 200;
/** One that is not heard of for so long, in this server or another one, has stopped. */
const SILENT_MS = 10 * 60_000;
/** How long it waits while people have all open items in hand. */
const PAUSE_MS = 5000;

/** What programs work with. */
export interface ProgramParts {
  readonly store: Pick<Store, "records">;
  readonly openProjects: OpenProjects;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The programs of all projects. */
export class Programs {
  readonly #parts: ProgramParts;
  readonly #running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>();

  constructor(parts: ProgramParts) {
    this.#parts = parts;
  }

  /** What the program of a project has done; null if it has none. */
  async info(project: string): Promise<ProgramInfo | null> {
    const record = await readProgram(this.#parts.store, project);
    if (record === undefined) return null;
    // The server that it ran in may have died.
    const isSilent = this.#parts.clock().getTime() - record.seen > SILENT_MS && !this.#running.has(project);
    if (record.state === "working" && isSilent) record.state = "stopped";
    return programInfo(await this.#parts.openProjects.of(project), record);
  }

  /**
   * Lets a program answer some items.
   * @throws StudioError "agree" if items would leave this machine and nobody has agreed to that; the message names host and cost.
   */
  async begin(project: string, { key, ...asked }: ProgramRequest): Promise<ProgramInfo> {
    const openProject = await this.#parts.openProjects.of(project);
    const before = await readProgram(this.#parts.store, project);
    const { host } = chatEndpoint(asked.endpoint);
    await checkAgreed(openProject, asked);
    await this.stop(project);
    const isSame = before !== undefined && before.endpoint === asked.endpoint && before.model === asked.model;
    const record: ProgramRecord = {
      ...{ endpoint: asked.endpoint, host, model: asked.model, price: asked.price ?? null, count: asked.count },
      // A key is never sent to another server than the one that it was given for.
      key: key ?? (before?.endpoint === asked.endpoint ? before.key : null),
      ...{ state: "working", failure: null, answered: 0, cost: null, seen: this.#parts.clock().getTime() },
      ...{ declined: isSame ? before.declined : [], audited: isSame ? before.audited : [] },
    };
    await writeProgram(this.#parts.store, project, record);
    this.#start(project, openProject, record);
    return programInfo(openProject, record);
  }

  /** Lets it finish what it is at, and ask nothing more. */
  async stop(project: string): Promise<void> {
    const running = this.#running.get(project);
    running?.stop.abort();
    await running?.ended;
    const record = await readProgram(this.#parts.store, project);
    if (record?.state === "working") await writeProgram(this.#parts.store, project, { ...record, state: "stopped" });
  }

  async close(): Promise<void> {
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #start(project: string, openProject: OpenProject, record: ProgramRecord): void {
    const stop = new AbortController();
    const ended = this.#run(project, openProject, record, stop.signal)
      .catch((error: Error) => this.#parts.log("error", { what: "program", message: error.message }))
      .finally(() => this.#running.delete(project));
    this.#running.set(project, { stop, ended });
  }

  async #run(project: string, openProject: OpenProject, record: ProgramRecord, signal: AbortSignal): Promise<void> {
    const { endpoint, model, key, price, count } = record;
    const program = programAnnotator({
      ...{ endpoint, model, concurrency: AT_ONCE, planned: count, signal, agree: () => true },
      ...(key === null ? {} : { key }),
      ...(price === null ? {} : { price }),
    });
    const save = (more: Partial<ProgramRecord> = {}) => {
      Object.assign(record, { cost: program.account().cost, seen: this.#parts.clock().getTime() }, more);
      return writeProgram(this.#parts.store, project, record);
    };
    try {
      await this.#audit(openProject, record, program, FIRST_AUDITS);
      await save();
      while (record.answered < count && !signal.aborted) {
        const open = await this.#answerSome(project, openProject, record, program, signal);
        if (open !== 0) await this.#audit(openProject, record, program, 1);
        await save();
        if (open === 0) break;
        if (open === null) await pause(PAUSE_MS, signal);
      }
      await save({ state: signal.aborted ? "stopped" : "done" });
    } catch (error) {
      const isOver = signal.aborted;
      await save({ state: isOver ? "stopped" : "failed", failure: isOver ? null : (error as Error).message });
    } finally {
      await openProject.leases.change((held) => held.release(windowOf(project))).catch(() => {}); // they lapse
    }
  }

  /** Asks about some new items; returns how many are open for it, null when people have them all in hand. */
  async #answerSome(
    project: string,
    openProject: OpenProject,
    record: ProgramRecord,
    program: ProgramAnnotator,
    signal: AbortSignal,
  ): Promise<number | null> {
    const without = new Set(record.declined);
    const wanted = Math.min(AT_ONCE, record.count - record.answered);
    const options = { without, audits: false };
    const next = await nextItems(openProject, wanted, windowOf(project), () => signal, options);
    const items = next.suggestions.slice(0, wanted);
    if (items.length === 0) return next.open <= without.size ? 0 : null;
    const questionOf = programQuestions(openProject);
    const answers = await program.ask(items.map(({ item }) => questionOf(item)));
    const numbers = numbersOf(openProject);
    const events: StudioEvent[] = [];
    for (const [at, { label }] of answers.entries()) {
      const { item, from } = items[at];
      const to = label === null ? undefined : numbers.get(label);
      if (to === undefined) record.declined.push(item);
      else {
        const body = { item, to, was: null, asked: { from }, by: nameOf(record) };
        events.push({ id: crypto.randomUUID(), kind: "answer", at: this.#parts.clock().toISOString(), body });
      }
    }
    const { results } = await openProject.submit(events);
    record.answered += results.filter(({ refusal }) => refusal === null).length;
    if (events.length < answers.length) await openProject.leases.change((held) => held.release(windowOf(project)));
    return openProject.openCount;
  }

  /** Asks about items that people have answered, random audits first, so many of each class as there can be. */
  async #audit(
    openProject: OpenProject,
    record: ProgramRecord,
    program: ProgramAnnotator,
    most: number,
  ): Promise<void> {
    const items = auditItems(openProject, record, Math.min(most, MOST_AUDITS - record.audited.length));
    if (items.length === 0) return;
    const numbers = numbersOf(openProject);
    const answers = await program.ask(items.map(programQuestions(openProject)));
    for (const [at, { label }] of answers.entries())
      record.audited.push({ item: items[at], said: label === null ? null : (numbers.get(label) ?? null) });
  }
}

/** Refuses where items would leave this machine without a yes that names the host. */
async function checkAgreed(openProject: OpenProject, asked: Omit<ProgramRequest, "key">): Promise<void> {
  const { host, isLocal } = chatEndpoint(asked.endpoint);
  if (isLocal || asked.agreedTo === host) return;
  let sentence = "";
  const question = programQuestions(openProject)(0);
  const program = programAnnotator({
    ...{ endpoint: asked.endpoint, model: asked.model, planned: asked.count },
    ...(asked.price === undefined ? {} : { price: asked.price }),
    agree: ({ questions, tokens, cost }) => {
      const price = cost === null ? "at a price that is not known" : `which costs ${money(cost)} or more`;
      sentence = `${questions} items of about ${tokens} tokens in all would leave this machine and go to ${host}, ${price}; agree to that host to go on`;
      return false;
    },
  });
  await program.ask([question]).catch((error: unknown) => {
    if (sentence === "") throw error;
  });
  throw new StudioError("agree", sentence);
}

function auditItems({ state }: OpenProject, record: ProgramRecord, most: number): number[] {
  const asked = new Set(record.audited.map(({ item }) => item));
  const perClass = new Map<number, number[]>();
  const add = (isAudit: boolean) => {
    for (const [item, { to, by, asked: why }] of state.facts) {
      if (typeof to !== "number" || isProgram(by) || asked.has(item) || (why?.from === "audit") !== isAudit) continue;
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

function numbersOf({ about, state }: OpenProject): Map<string, number> {
  return new Map(liveClasses(about.classes, state).map(({ name, number }) => [name, number]));
}

function windowOf(project: string): string {
  return `program-${project}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    const end = () => {
      clearTimeout(timer);
      done();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}
