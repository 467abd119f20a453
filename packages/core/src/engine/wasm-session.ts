// The fast engine at work on one pool, on the thread that calls it. Strategies that have a fast twin use it; others run
// as they are written, on matrices that the kernel fills. A kernel that learns is asked at each call what it has
// become: while it stays the same, so does the machine; a mixture has no fast twin and goes the definition's way.
import { taught } from "../kernels/taught.ts";
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { checkScores, definition, largestOf } from "./definition.ts";
import type { EngineSession, Scored, ScoreRequest } from "./engine.ts";
import { type KeptMatrices, viewOn } from "./engine-view.ts";
import type { Machine } from "./machine.ts";
import { isXpal, XpalScores } from "./xpal-scores.ts";

/** What is kept for one pool. */
interface Bench {
  readonly machine: Machine;
  readonly kept: KeptMatrices;
  xpal?: XpalScores;
}

/** A session on the calling thread. */
export class WasmSession implements EngineSession {
  readonly #pool: Pool;
  readonly #layOut: (pool: Pool) => Machine;
  #bench: Bench;
  #plain: EngineSession | undefined;
  #last = "nothing has been asked yet";

  /** @param layOut Lays out a machine for the pool, or for the same pool with what its kernel has learnt. */
  constructor(pool: Pool, layOut: (pool: Pool) => Machine) {
    this.#pool = pool;
    this.#layOut = layOut;
    this.#bench = { machine: layOut(pool), kept: {} };
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    const { strategy } = request;
    const bench = this.#benchFor(request.labels);
    if (bench === null) {
      this.#last = `${strategy.name}: as the definition, since the kernel is a mixture that was learnt`;
      return (await this.#definition()).scores(request);
    }
    if (isXpal(strategy, this.#pool)) {
      bench.xpal ??= new XpalScores(bench.machine);
      const visited = bench.machine.plan.mode === "dense" ? "every pair is" : "only pairs that can flip a decision are";
      this.#last = `${strategy.name}: ${visited} visited`;
      return bench.xpal.score(request);
    }
    this.#last = `${strategy.name}: as it is written, on matrices that the kernel filled`;
    const scores = strategy.scores(viewOn(bench.machine, request, bench.kept));
    checkScores(strategy.name, scores, request.candidates.length);
    return { scores, best: largestOf(scores) };
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "items") ?? (await this.#definition()).frequencies(labels);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "points") ?? (await this.#definition()).evaluationFrequencies(labels);
  }

  explain(): string {
    const { plan, team, relations } = this.#bench.machine;
    const threads = team.threads === 1 ? "one thread" : `${team.threads} threads`;
    const host = relations.onHost ? "; the kernel's function is called for each pair" : "";
    return `wasm, ${plan.mode}, ${threads}: ${plan.reason}${host}; ${this.#last}`;
  }

  async close(): Promise<void> {}

  /** The machine for what the kernel is at these labels, or null where it sums frequencies in a way of its own. */
  #benchFor(labels: Labels): Bench | null {
    const pool = taught(this.#pool, labels);
    if (pool.kernel.frequencies !== undefined) return null;
    const known = this.#bench.machine.pool.kernel;
    if (pool !== this.#pool && pool.kernel !== known) this.#bench = { machine: this.#layOut(pool), kept: {} };
    return this.#bench;
  }

  async #definition(): Promise<EngineSession> {
    this.#plain ??= await definition.open(this.#pool);
    return this.#plain;
  }

  #matrix(labels: Labels, which: "items" | "points"): Matrix | undefined {
    const bench = this.#benchFor(labels);
    if (bench === null) return undefined;
    const { frequencies, relations } = bench.machine;
    frequencies.update(labels);
    relations.check();
    return frequencies.matrixOf(frequencies[which]);
  }
}
