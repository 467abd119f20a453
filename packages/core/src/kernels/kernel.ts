// A kernel K(x, x'): how similar two items are, with its parameters; pure, and writable as JSON.
import { reject } from "../check.ts";
import type { Features } from "../features.ts";
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { LearnedState } from "./learning/learned.ts";

/** A kernel as it is written to a file: its name and its parameters. */
export interface KernelJSON {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** A similarity of two items with its parameters. Never negative; equal distances give equal values. */
export interface Kernel {
  readonly name: string;
  /**
   * K(x, x') of item i of `a` and item j of `b`, where `b` is always the pool's own features. A learned kernel remembers what
   * it made of `a`: pass another object for other numbers. `similarities` does.
   */
  similarity(a: Features, i: number, b: Features, j: number): number;
  /** D(x, x') = -ln K(x, x'), where the kernel knows it better than through its value, which may round to 0. */
  distance?(a: Features, i: number, b: Features, j: number): number;
  /** What these labels of a pool with these features teach; a kernel without it does not learn. */
  stateAt?(pool: Features, labels: Labels): LearnedState;
  /** The same without the answers of an item; a kernel may keep what it fitted on all of them, and says so. */
  stateWithout?(pool: Features, labels: Labels, index: number): LearnedState;
  /** k_x^L at some items, for a kernel that is a sum and adds up the frequencies of its parts; see `frequencies`. */
  frequencies?(features: Features, pool: Features, labels: Labels, classCount: number): Matrix;
  /** Rejects features that this kernel cannot read. */
  check(who: string, features: Features): void;
  toJSON(): KernelJSON;
}

/** Rejects what is not a kernel. */
export function checkKernel(who: string, argument: string, value: unknown): asserts value is Kernel {
  const { name, similarity, check, toJSON } = (value ?? {}) as Partial<Kernel>;
  const callable = [similarity, check, toJSON].every((method) => typeof method === "function");
  if (typeof name === "string" && callable) return;
  reject(who, argument, "must be a kernel", value, "make one with rbf, hamming, cosine, precomputed or ownKernel");
}
