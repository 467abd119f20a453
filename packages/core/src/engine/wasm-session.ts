// The fast engine at work on one pool, on the thread that calls it. Strategies that have a fast twin use it; others run
// as they are written, on matrices that the kernel fills.
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { largestOf } from "./definition.ts";
import type { EngineSession, Scored, ScoreRequest } from "./engine.ts";
import { type KeptMatrices, viewOn } from "./engine-view.ts";
import type { Machine } from "./machine.ts";
import { XpalScores } from "./xpal-scores.ts";

/** A session on a laid-out machine. */
export class WasmSession implements EngineSession {
  readonly #machine: Machine;
  readonly #kept: KeptMatrices = {};
  readonly #pool: Pool;
  #xpal: XpalScores | undefined;
  #last = "nothing has been asked yet";

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#pool = machine.pool;
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    const { strategy } = request;
    if (isXpal(strategy, this.#pool)) {
      this.#xpal ??= new XpalScores(this.#machine);
      this.#last = `${strategy.name}: only pairs that can flip a decision are visited`;
      return this.#xpal.score(request);
    }
    this.#last = `${strategy.name}: as it is written, on matrices that the kernel filled`;
    const scores = strategy.scores(viewOn(this.#machine, request, this.#kept));
    return { scores, best: largestOf(scores) };
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "items");
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "points");
  }

  explain(): string {
    const { plan, team, relations } = this.#machine;
    const threads = team.threads === 1 ? "one thread" : `${team.threads} threads`;
    const host = relations.onHost ? "; the kernel's function is called for each pair" : "";
    return `wasm, ${plan.mode}, ${threads}: ${plan.reason}${host}; ${this.#last}`;
  }

  async close(): Promise<void> {}

  #matrix(labels: Labels, which: "items" | "points"): Matrix {
    const { frequencies, relations } = this.#machine;
    frequencies.update(labels);
    relations.check();
    return frequencies.matrixOf(frequencies[which]);
  }
}

/** Whether the fast twin of xPAL serves: it knows the zero-one loss only. */
function isXpal(strategy: Strategy, pool: Pool): boolean {
  return strategy.name === "xpal" && "evaluationPrior" in strategy && pool.lossMatrix === null;
}
