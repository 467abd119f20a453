// A session that lives in another thread, so that the calling one stays free. If that thread dies, the question is asked again
// on the calling one and a warning is given: the answer is late, never wrong.
import { type Caller, caller } from "../../calls/caller.ts";
import { isLearnedKernel } from "../../kernels/learning/is-learned-kernel.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { closed } from "../cancelled.ts";
import type { EngineSession, Explanation, Scored, ScoreRequest } from "../engine.ts";
import type { EngineWarning } from "../engine-options.ts";
import { twinOf } from "../fast/fast-twins.ts";
import { inWords } from "../in-words.ts";
import { looksAhead } from "../look-ahead.ts";
import type { Mode } from "../memory/memory-plan.ts";
import type { WasmModule } from "../memory/wasm-module.ts";
import { type EngineCalls, type SessionNews, sendPool } from "./messages.ts";
import type { Thread } from "./platform.ts";

/** What a remote session is made of. */
export interface RemoteOptions {
  readonly module: WasmModule;
  readonly budget: number;
  readonly keepWithin: number;
  readonly mode: Mode | undefined;
  readonly onWarning: (warning: EngineWarning) => void;
  startThread(): Promise<Thread>;
  /** A session on the calling thread, for what cannot travel and for when a thread dies. */
  openInline(): Promise<EngineSession>;
}

/** A session in another thread. */
export class RemoteSession implements EngineSession {
  readonly holdsThreads = true;
  readonly pool: Pool;
  readonly #options: RemoteOptions;
  readonly #thread: Thread;
  readonly #host: Caller<EngineCalls, number>;
  #inline: Promise<EngineSession> | undefined;
  #explanation: Explanation | null = null;
  #dead: string | undefined;
  #isClosed = false;

  /** Starts the thread and opens the session there. */
  static async open(pool: Pool, options: RemoteOptions): Promise<EngineSession> {
    let thread: Thread;
    try {
      thread = await options.startThread();
    } catch (error) {
      const message = `no thread could be started (${(error as Error).message}); the calling one goes on`;
      options.onWarning({ code: "thread-died", message });
      return options.openInline();
    }
    const session = new RemoteSession(pool, options, thread);
    await session.#start();
    return session;
  }

  private constructor(pool: Pool, options: RemoteOptions, thread: Thread) {
    this.pool = pool;
    this.#options = options;
    this.#thread = thread;
    this.#host = caller(thread);
    thread.onEnd(({ message }) => this.#bury(message));
  }

  async #start(): Promise<void> {
    const { module, budget, keepWithin, mode } = this.#options;
    const opened = this.#ask("open", { pool: sendPool(this.pool), module, budget, keepWithin, mode });
    try {
      await opened; // or a thread died, and questions will be answered on this one
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    const { strategy, labels, candidates, count = 1, frequencies } = request;
    // What draws from the caller's generator or has no twin must see the caller's own objects.
    const travels = (twinOf(strategy, this.pool) !== undefined || looksAhead(strategy)) && strategy.name !== "qbc";
    if (!travels) return (await this.#onThisThread()).scores(request);
    const all = candidates.length === labels.size - labels.count - labels.asideCount;
    const question = { strategy: strategy.toJSON(), candidates: all ? null : candidates, count, frequencies };
    const reply = await this.#askAt(labels, "scores", question);
    if (reply === undefined) return (await this.#onThisThread()).scores(request);
    return { scores: reply.scores, best: reply.best };
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    const reply = await this.#askAt(labels, "frequencies", {});
    return reply?.matrix ?? (await this.#onThisThread()).frequencies(labels);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    const reply = await this.#askAt(labels, "evaluationFrequencies", {});
    return reply?.matrix ?? (await this.#onThisThread()).evaluationFrequencies(labels);
  }

  explanation(): Explanation {
    const { engine = "", ...known } = this.#explanation ?? { learnsFrom: null, learned: null, earlier: null };
    const dead = `the calling thread, since its own died: ${this.#dead}`;
    return { ...known, engine: this.#dead === undefined ? `${engine}; in a thread of its own` : dead };
  }

  explain(): string {
    return inWords(this.explanation());
  }

  async retire(): Promise<void> {
    this.#dead ??= "the session was closed";
    await this.#thread.end();
    this.#host.end(new Error(this.#dead));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#host.end(closed()); // nobody wants these answers: computing them here would only keep this thread busy
    await this.retire();
    if (this.#inline !== undefined) await (await this.#inline).close();
  }

  /** The host's answer to a question about some labels; what it has learned from them is remembered here. */
  async #askAt<N extends Exclude<keyof EngineCalls, "open">>(
    labels: Labels,
    name: N,
    question: Omit<Parameters<EngineCalls[N]>[0], "labels">,
  ): Promise<ReturnType<EngineCalls[N]> | undefined> {
    const sent = { ...question, labels: labels.toOrderedJSON() } as Parameters<EngineCalls[N]>[0];
    const answer = await this.#ask(name, sent);
    const scores = (answer as SessionNews | undefined)?.scoresOf;
    const { kernel, features } = this.pool;
    if (scores !== undefined && isLearnedKernel(kernel)) kernel.rememberScores(features, labels, scores);
    return answer;
  }

  /** The host's answer, or undefined where its thread is gone and the question is to be asked here. */
  async #ask<N extends keyof EngineCalls>(
    name: N,
    question: Parameters<EngineCalls[N]>[0],
  ): Promise<ReturnType<EngineCalls[N]> | undefined> {
    if (this.#isClosed) throw closed();
    if (this.#dead !== undefined) return undefined;
    try {
      const answer = (await this.#host.call(name, question)) as ReturnType<EngineCalls[N]>;
      this.#learnOf(answer);
      return answer;
    } catch (error) {
      if (this.#dead !== undefined && !this.#isClosed) return undefined;
      throw error;
    }
  }

  /** What comes with an answer besides it. */
  #learnOf({ explanation, neighbourDistances: distances, fits }: SessionNews): void {
    this.#explanation = explanation;
    const { kernel, features } = this.pool;
    if (distances !== undefined && isLearnedKernel(kernel)) {
      kernel.viewsOn(features).forEach(({ bank, view }, v) => void bank.bankOn(view.features, distances[v]));
    }
    if (fits !== undefined && isLearnedKernel(kernel)) kernel.remember(features, fits);
  }

  #bury(reason: string): void {
    if (this.#dead !== undefined) return;
    this.#dead = reason;
    this.#options.onWarning({
      code: "thread-died",
      message: `the thread of the engine died (${reason}); the calling one goes on`,
    });
    void this.#thread.end();
    this.#host.end(new Error(reason));
  }

  async #onThisThread(): Promise<EngineSession> {
    if (this.#isClosed) throw closed();
    this.#inline ??= this.#options.openInline();
    return this.#inline;
  }
}
