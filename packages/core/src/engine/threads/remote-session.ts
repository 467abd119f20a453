// A session that lives in another thread, so that the calling one stays free, with helpers on shared memory where there
// are several threads. If a thread dies, the question is asked again on the calling thread alone and a warning is
// given: the answer is late, never wrong.

import type { Kernel } from "../../kernels/kernel.ts";
import { isAdaptive } from "../../kernels/learning/adaptive.ts";
import { isLearning } from "../../kernels/learning/learning.ts";
import { learntPool } from "../../kernels/learning/learnt-pool.ts";
import { mixture } from "../../kernels/learning/mixture.ts";
import type { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { type EngineSession, type Explanation, inWords, type Scored, type ScoreRequest } from "../engine.ts";
import type { EngineWarning } from "../engine-options.ts";
import { twinOf } from "../fast/fast-twins.ts";
import { looksAhead } from "../look-ahead.ts";
import type { Mode } from "../memory/memory-plan.ts";
import type { WasmMemory, WasmModule } from "../memory/wasm-module.ts";
import { type AskMessage, type ReplyMessage, receiveError, sendPool } from "./messages.ts";
import type { Thread } from "./platform.ts";

/** What a remote session is made of. */
export interface RemoteOptions {
  readonly module: WasmModule;
  /** Shared memory, or null for one thread with memory of its own. */
  readonly memory: WasmMemory | null;
  readonly threads: number;
  readonly budget: number;
  readonly mode: Mode | undefined;
  readonly onWarning: (warning: EngineWarning) => void;
  startThread(): Promise<Thread>;
  /** A session on the calling thread, for what cannot travel and for when a thread dies. */
  openInline(): Promise<EngineSession>;
}

class ThreadDied extends Error {}

/** A session in another thread. */
export class RemoteSession implements EngineSession {
  readonly holdsThreads = true;
  readonly #pool: Pool;
  readonly #options: RemoteOptions;
  readonly #threads: readonly Thread[];
  readonly #waiting = new Map<number, { resolve(reply: ReplyMessage): void; reject(error: Error): void }>();
  #inline: Promise<EngineSession> | undefined;
  #explanation: Explanation | null = null;
  #dead: string | undefined;
  #nextId = 0;

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
    this.#pool = pool;
    this.#options = options;
    this.#threads = threads;
    threads[0].onMessage((message) => this.#take(message as ReplyMessage));
    for (const thread of threads) thread.onDeath((reason) => this.#bury(reason));
  }

  async #start(): Promise<void> {
    const { module, memory, threads, budget, mode } = this.#options;
    const [host, ...helpers] = this.#threads;
    const opened = this.#reply(0);
    host.post({ role: "host", pool: sendPool(this.#pool), module, memory, threads, budget, mode });
    for (const helper of helpers) helper.post({ role: "helper", module, memory });
    try {
      await opened;
    } catch (error) {
      if (error instanceof ThreadDied) return; // questions will be answered on this thread
      await this.close();
      throw error;
    }
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    const { strategy, labels, candidates, count = 1 } = request;
    // What draws from the caller's generator or has no twin must see the caller's own objects.
    const travels = (twinOf(strategy, this.#pool) !== undefined || looksAhead(strategy)) && strategy.name !== "qbc";
    if (!travels) return (await this.#onThisThread()).scores(request);
    const all = candidates.length === labels.size - labels.count - labels.asideCount;
    const question = { strategy: strategy.toJSON(), candidates: all ? null : candidates, count };
    const reply = await this.#ask("scores", labels, question);
    if (reply === undefined) return (await this.#onThisThread()).scores(request);
    return { scores: reply.scores as Float64Array, best: reply.best as Uint32Array };
  }

  async learnt(labels: Labels): Promise<Kernel> {
    const { kernel, features } = this.#pool;
    if (!isAdaptive(kernel)) return learntPool(this.#pool, labels).kernel;
    if (labels.count < kernel.from) return kernel.base;
    const weights = (await this.#ask("weights", labels))?.weights;
    return weights ? mixture(kernel.bankOn(features), weights) : kernel.stateAt(features, labels).kernel;
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return (await this.#ask("frequencies", labels))?.matrix ?? (await this.#onThisThread()).frequencies(labels);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    const reply = await this.#ask("evaluationFrequencies", labels);
    return reply?.matrix ?? (await this.#onThisThread()).evaluationFrequencies(labels);
  }

  async evidence(labels: Labels): Promise<number | null> {
    const reply = await this.#ask("evidence", labels);
    if (reply !== undefined) return reply.evidence ?? null; // null is an answer too: there are too few labels
    return (await this.#onThisThread()).evidence?.(labels) ?? null;
  }

  explanation(): Explanation {
    const { engine = "", ...known } = this.#explanation ?? { learnsFrom: null, learnt: null, earlier: null };
    const own = `in ${this.#threads.length === 1 ? "a thread" : "threads"} of its own`;
    const dead = `one thread, since a thread died: ${this.#dead}`;
    return { ...known, engine: this.#dead === undefined ? `${engine}; ${own}` : dead };
  }

  explain(): string {
    return inWords(this.explanation());
  }

  async close(): Promise<void> {
    this.#dead ??= "the session was closed";
    await Promise.all(this.#threads.map((thread) => thread.end()));
    for (const { reject } of this.#waiting.values()) reject(new ThreadDied(this.#dead));
    if (this.#inline !== undefined) await (await this.#inline).close();
  }

  /** The host's reply, or undefined where its thread died and the question is to be asked here. */
  async #ask(
    what: AskMessage["what"],
    labels: Labels,
    question: Pick<AskMessage, "strategy" | "candidates" | "count"> = { strategy: null, candidates: null, count: 1 },
  ): Promise<ReplyMessage | undefined> {
    if (this.#dead !== undefined) return undefined;
    const id = ++this.#nextId;
    const reply = this.#reply(id);
    this.#threads[0].post({ role: "ask", id, what, labels: labels.toOrderedJSON(), ...question } satisfies AskMessage);
    try {
      return await reply;
    } catch (error) {
      if (error instanceof ThreadDied) return undefined;
      throw error;
    }
  }

  #reply(id: number): Promise<ReplyMessage> {
    this.#threads[0].hold(true);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #take(message: ReplyMessage): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#threads[0].hold(false);
    this.#explanation = message.explanation;
    const { kernel, features } = this.#pool;
    const { neighbourDistances: distances } = message;
    if (distances !== undefined && isAdaptive(kernel)) kernel.bankOn(features, distances[0]); // the kernel remembers it
    if (distances !== undefined && isLearning(kernel)) {
      kernel.viewsOn(features).forEach(({ bank, view }, v) => void bank.bankOn(view.features, distances[v]));
    }
    if (message.fits !== undefined && isLearning(kernel)) kernel.remember(features, message.fits);
    if (message.refusal !== undefined) waiting?.reject(receiveError(message.refusal));
    else waiting?.resolve(message);
  }

  #bury(reason: string): void {
    if (this.#dead !== undefined) return;
    this.#dead = reason;
    this.#options.onWarning({
      code: "thread-died",
      message: `a thread of the engine died (${reason}); one thread goes on`,
    });
    for (const thread of this.#threads) void thread.end();
    for (const { reject } of this.#waiting.values()) reject(new ThreadDied(reason));
    this.#waiting.clear();
  }

  #onThisThread(): Promise<EngineSession> {
    this.#inline ??= this.#options.openInline();
    return this.#inline;
  }
}
