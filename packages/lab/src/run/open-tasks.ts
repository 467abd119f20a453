// Where the strategies of a job do their work: a session to choose by and a test part to be examined on. Those with the
// same kernel share theirs, as what a session remembers of one strategy's labels changes no answer to another.
import { type EngineOptions, type EngineSession, openSession } from "xpal";
import { paperPool } from "../paper/strategies/paper-strategies.ts";
import type { StrategyKernel, StrategySource } from "../plan/plan.ts";
import { learningTask } from "../replay/learning-task.ts";
import { LearningTestPart } from "../replay/learning-test-part.ts";
import type { Task } from "../replay/task.ts";
import { PlainTestPart, type TestPart } from "../replay/test-part.ts";

/** What one strategy needs. */
export interface OpenTask {
  readonly task: Task;
  readonly session: EngineSession;
  readonly testPart: TestPart;
}

/** The threads are busy with other jobs. */
const ENGINE = { threads: 1 };

/** What the strategies of a job work on, opened when they are first needed. */
export class OpenTasks {
  readonly #task: Task;
  readonly #engine: EngineOptions;
  readonly #sessions = new Map<string, Promise<EngineSession>>();
  readonly #testParts = new Map<string, Promise<{ task: Task; testPart: LearningTestPart }>>();
  #plain: PlainTestPart | undefined;

  constructor(task: Task, engine: EngineOptions = {}) {
    this.#task = task;
    this.#engine = { ...engine, ...ENGINE };
  }

  /** The position for a strategy. */
  async taskFor(source: StrategySource): Promise<OpenTask> {
    if (source.kind === "library" && source.kernel !== undefined) return this.#learning(source.name, source.kernel);
    const pool = source.kind === "paper" ? paperPool(source.key, this.#task) : this.#task.pool;
    const other = pool === this.#task.pool ? null : pool;
    const session = await this.#session(other?.kernel.name ?? "plain", () => openSession(pool, this.#engine));
    this.#plain ??= new PlainTestPart(this.#task);
    return { task: this.#task, session, testPart: this.#plain };
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
  async #learning(name: string, kernel: StrategyKernel): Promise<OpenTask> {
    const key = JSON.stringify(Object.entries(kernel).sort());
    const open = async () => {
      const task = learningTask(this.#task, kernel);
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
        session: await this.#session("plain", () => openSession(this.#task.pool, this.#engine)),
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
