// A session that lives in another thread, so that the calling one stays free, with helpers on shared memory where there
// are several threads. If a thread dies, the question is asked again on the calling thread alone and a warning is
// given: the answer is late, never wrong.
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
import type { WasmMemory, WasmModule } from "../memory/wasm-module.ts";
import { type EngineCalls, type SessionNews, sendPool } from "./messages.ts";
import type { Thread } from "./platform.ts";

/** What a remote session is made of. */
export interface RemoteOptions {
  readonly module: WasmModule;
  /** Shared memory, or null for one thread with memory of its own. */
  readonly memory: WasmMemory | null;
  readonly threads: number;
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
  readonly #threads: readonly Thread[];
  readonly #host: Caller<EngineCalls, number>;
  #inline: Promise<EngineSession> | undefined;
  #explanation: Explanation | null = null;
  #dead: string | undefined;
  #isClosed = false;

  /** Starts the threads and opens the session there. */
  static async open(pool: Pool, options: RemoteOptions): Promise<EngineSession> {
    const threads: Thread[] = [];
    try {
      for (let t = 0; t < options.threads; t++) threads.push(await options.startThread());
    } catch (error) {
      await Promise.all(threads.map((thread) => thread.end()));
      options.onWarning({
        code: "thread-died",
        message: `no thread could be started (${(error as Error).message}); one thread goes on`,
      });
      return options.openInline();
    }
    const session = new RemoteSession(pool, options, threads);
    await session.#start();
    return session;
  }

  private constructor(pool: Pool, options: RemoteOptions, threads: readonly Thread[]) {
    this.pool = pool;
    this.#options = options;
    this.#threads = threads;
    this.#host = caller(threads[0]);
    for (const thread of threads) thread.onEnd(({ message }) => this.#bury(message));
  }

  async #start(): Promise<void> {
    const { module, memory, threads, budget, keepWithin, mode } = this.#options;
    const opened = this.#ask("open", { pool: sendPool(this.pool), module, memory, threads, budget, keepWithin, mode });
    for (const helper of this.#threads.slice(1)) {
      caller<EngineCalls>(helper).tell("help", { module, memory: memory as WasmMemory });
    }
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
    const own = `in ${this.#threads.length === 1 ? "a thread" : "threads"} of its own`;
    const dead = `one thread, since a thread died: ${this.#dead}`;
    return { ...known, engine: this.#dead === undefined ? `${engine}; ${own}` : dead };
  }

  explain(): string {
    return inWords(this.explanation());
  }

  async retire(): Promise<void> {
    this.#dead ??= "the session was closed";
    await Promise.all(this.#threads.map((thread) => thread.end()));
    this.#host.end(new Error(this.#dead));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#host.end(closed()); // nobody wants these answers: computing them here would only keep this thread busy
    await this.retire();
    if (this.#inline !== undefined) await (await this.#inline).close();
  }

  /** The host's answer to a question about some labels; what it has learned from them is remembered here. */
  async #askAt<N extends Exclude<keyof EngineCalls, "open" | "help">>(
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
      message: `a thread of the engine died (${reason}); one thread goes on`,
    });
    for (const thread of this.#threads) void thread.end();
    this.#host.end(new Error(reason));
  }

  async #onThisThread(): Promise<EngineSession> {
    if (this.#isClosed) throw closed();
    this.#inline ??= this.#options.openInline();
    return this.#inline;
  }
}
