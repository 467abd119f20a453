// Where the strategies of a job do their work: a session to choose by and a test part to be examined on. Those with the
// same kernel share theirs, as what a session remembers of one strategy's labels changes no answer to another.
import { type EngineOptions, type EngineSession, openSession } from "@xpal/core";
import { paperPool } from "../paper/strategies/paper-strategies.ts";
import type { StrategyKernel, StrategySource } from "../plan/plan.ts";
import { LearningTestPart } from "../replay/learning-test-part.ts";
import { learnedTask, type Task } from "../replay/task.ts";
import { PlainTestPart, type TestPart } from "../replay/test-part.ts";

/** What one strategy needs. */
export interface OpenTask {
  readonly task: Task;
  readonly session: EngineSession;
  readonly testPart: TestPart;
}

/** The threads are busy with other jobs. */
const ENGINE = { worker: false };

/** What the strategies of a job work on, opened when they are first needed. */
export class OpenTasks {
  readonly #task: Task;
  readonly #engine: EngineOptions;
  readonly #sessions = new Map<string, Promise<EngineSession>>();
  readonly #testParts = new Map<string, Promise<{ task: Task; testPart: LearningTestPart }>>();
  readonly #plain = new Map<string, { task: Task; testPart: PlainTestPart }>();

  constructor(task: Task, engine: EngineOptions = {}) {
    this.#task = task;
    this.#engine = { ...engine, ...ENGINE };
  }

  /** The position for a strategy. */
  async taskFor(source: StrategySource): Promise<OpenTask> {
    if (source.kind === "library" && source.kernel !== undefined) {
      return this.#learning(source.name, source.kernel, source.measure);
    }
    const measure = source.kind === "library" ? source.measure : undefined;
    const { task, testPart } = this.#plainPart(measure);
    const pool = source.kind === "paper" ? paperPool(source.key, task) : task.pool;
    const other = pool === task.pool ? null : pool;
    const key = `${other?.kernel.name ?? "plain"} ${measure}`;
    return { task, session: await this.#session(key, () => openSession(pool, this.#engine)), testPart };
  }

  #plainPart(measure: "balanced" | undefined): { task: Task; testPart: PlainTestPart } {
    const known = this.#plain.get(String(measure));
    if (known !== undefined) return known;
    const task = measuredBy(this.#task, measure);
    const part = { task, testPart: new PlainTestPart(task) };
    this.#plain.set(String(measure), part);
    return part;
  }

  /** Gives back all threads and memory. */
  async close(): Promise<void> {
    for (const opened of await Promise.allSettled(this.#sessions.values())) {
      if (opened.status === "fulfilled") await opened.value.close(); // one that could not be opened has said so already
    }
    for (const opened of await Promise.allSettled(this.#testParts.values())) {
      if (opened.status === "fulfilled") await opened.value.testPart.close();
    }
  }

  /** Random sampling looks at no kernel and uncertainty at no evaluation set: they need no session of their own. */
  async #learning(name: string, kernel: StrategyKernel, measure: "balanced" | undefined): Promise<OpenTask> {
    const key = `${JSON.stringify(Object.entries(kernel).sort())} ${measure}`;
    const open = async () => {
      const task = learnedTask(measuredBy(this.#task, measure), kernel);
      return { task, testPart: await LearningTestPart.open(task, this.#engine) };
    };
    const opened = this.#testParts.get(key) ?? open();
    this.#testParts.set(key, opened);
    const { task, testPart } = await opened;
    if (name === "us") return { task, testPart, session: testPart.session };
    if (name === "random") {
      return {
        task,
        testPart,
        session: await this.#session("plain undefined", () => openSession(this.#task.pool, this.#engine)),
      };
    }
    return { task, testPart, session: await this.#session(key, () => openSession(task.pool, this.#engine)) };
  }

  #session(key: string, open: () => Promise<EngineSession>): Promise<EngineSession> {
    const opened = this.#sessions.get(key) ?? open();
    this.#sessions.set(key, opened);
    return opened;
  }
}

/** The same task with another measure of the risk. */
function measuredBy(task: Task, measure: "balanced" | undefined): Task {
  return measure === undefined ? task : { ...task, pool: Object.freeze({ ...task.pool, measure }) };
}
