// What computes frequencies and scores. Several engines give the same answers; the definition is one of them, and the
// contract suite holds every other to it.
import type { Kernel } from "../kernels/kernel.ts";
import { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
import type { LearnedChange } from "../kernels/learning/learned-so-far.ts";
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import type { Generator } from "../random/generator.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { GainFrequencies } from "./predicting-session.ts";

/** A question to an engine: how useful is each candidate's label now? */
export interface ScoreRequest {
  readonly strategy: Strategy;
  readonly labels: Labels;
  /** The items to score, ascending. */
  readonly candidates: Uint32Array;
  readonly generator: Generator;
  /** How many of the best will be taken, so that their order must be the definition's; 1 by default. */
  readonly count?: number;
  /** What gains are computed from, where it is not the kernel's frequencies (predicting-session.ts). */
  readonly frequencies?: GainFrequencies;
}

/** An engine's answer. */
export interface Scored {
  /** One score per candidate, in order. */
  readonly scores: Float64Array;
  /** The positions in `candidates` of those that tie for the largest score in the arithmetic of the definition; never empty unless there is no candidate. */
  readonly best: Uint32Array;
}

/** What an engine does, and what its kernel has learned. */
export interface Explanation extends LearnedChange {
  /** How it works and how the last question was answered, in words. */
  readonly engine: string;
  /** From how many labelled items on the kernel learns; null where it does not. */
  readonly learnsFrom: number | null;
}

/** From how many labelled items on a kernel of this library learns; null where it does not. */
export function learnsFrom(kernel: Kernel): number | null {
  return isLearnedKernel(kernel) ? kernel.settings.from : null;
}

/** An engine at work on one pool. It remembers what it computed last and is told the labels with each call. */
export interface EngineSession {
  readonly pool: Pool;
  scores(request: ScoreRequest): Promise<Scored>;
  /** k_x^L at the items of the pool. */
  frequencies(labels: Labels): Promise<Matrix>;
  /** k_x^L at the evaluation points. */
  evaluationFrequencies(labels: Labels): Promise<Matrix>;
  /** Whether it holds threads, which only `close` gives back. */
  readonly holdsThreads?: boolean;
  /** What it chose to do and why, and what the kernel has learned, as data. */
  explanation(): Explanation;
  /** The same in words. */
  explain(): string;
  /** Gives back threads only: what was asked and what will be asked is answered on the calling thread. */
  retire?(): Promise<void>;
  /** Gives back threads and memory. What waits for threads, or is asked of them later, is rejected with the code "cancelled". */
  close(): Promise<void>;
}

/** Gives back the threads of a session that may still be asked by those who have it. */
export async function retire(session: EngineSession): Promise<void> {
  await (session.retire === undefined ? session.close() : session.retire());
}

/** A way of computing frequencies and scores. */
export interface Engine {
  readonly name: string;
  open(pool: Pool): Promise<EngineSession>;
}
