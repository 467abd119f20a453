// What the scoring thread is told, and the calls that it answers: those are the methods of its scorer.

import type { Measure } from "@xpal/core";
import type { Recipe } from "@xpal/data";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { Scorer } from "./scorer.ts";

/** What a scorer works on. */
export interface ScorerSpec {
  /** The table, as `tableToBytes` wrote it. */
  readonly table: Uint8Array;
  readonly recipe: Recipe;
  /** Columns that people have switched off or pinned. */
  readonly columns: { readonly ignored: readonly string[]; readonly pinned: readonly string[] };
  /** The names of the classes that can be answers, and their ids. */
  readonly classes: readonly string[];
  readonly ids: readonly number[];
  readonly seed: number;
  readonly model: ModelKind;
  /** What errors cost, true class in rows, in the order of the classes; null where all cost the same. */
  readonly costs: readonly (readonly number[])[] | null;
  /** What the risk is the mean of: all items, or the classes. */
  readonly measure: Measure;
  /** The column or rule that says what the label of an item costs; null where all cost the same. */
  readonly labelCostRule: string | null;
  /** Class id per item, -1 where unknown; hidden from the model. */
  readonly truth: Int32Array | null;
  /** Up to how many bytes the model keeps what only saves time; null for what the engine takes by itself. */
  readonly keepBytes: number | null;
}

/** The answers so far in their order, and which of them were checks. */
export interface History {
  readonly answers: readonly (readonly [item: number, to: number])[];
  /** With what was predicted when they were asked, where the page knew it. */
  readonly checks: readonly (readonly [item: number, to: number, predicted?: number])[];
  /** The error that is to be guaranteed, or where errors have costs the mean cost. */
  readonly target?: number | null | undefined;
}

/** The shares of some classes, by id. */
export type ClassShares = readonly (readonly [id: number, share: number])[];

/** Whom an item could be asked of again, and what that is expected to gain. */
export interface SecondOpinionWorth {
  readonly annotator: number;
  readonly item: number;
  /** The expected gain of this annotator's answer, and of the best new item put to the same annotator. */
  readonly gain: number;
  readonly newGain: number;
}

/** What people and programs said: annotators by position, classes by id. */
export interface ToldOpinions {
  readonly annotators: number;
  /** Programs among them: they are measured by people, and people not by them. */
  readonly measured: readonly number[];
  readonly answers: readonly { readonly item: number; readonly annotator: number; readonly answer: number }[];
  /** What is certain: what reviewers have decided, or people said. */
  readonly known: readonly (readonly [item: number, to: number])[];
}

/** The methods of a scorer that a thread answers. */
type CallsOf<T> = {
  [N in keyof T as T[N] extends (argument: never) => Promise<unknown> ? N : never]: T[N] extends (
    argument: infer A,
  ) => Promise<infer R>
    ? (argument: A) => R
    : never;
};

/** What a scoring thread answers: opening the pool, or another one in its place, and the methods of its scorer. */
export interface ScoringCalls extends Omit<CallsOf<Scorer>, "close"> {
  /** Opens the pool, or another one in its place when classes or rows have changed; every answer is sent again then. */
  open(spec: ScorerSpec): { items: number };
}

export type CallName = keyof ScoringCalls;

/** A thread that scores one project. */
export interface ScoringThread {
  /** @param signal When aborted, a call that has not begun is not begun. */
  call<N extends CallName>(
    name: N,
    argument: Parameters<ScoringCalls[N]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<ScoringCalls[N]>>;
  /** Resolves when the thread is gone, for whatever reason; calls are then rejected. */
  readonly gone: Promise<void>;
  /** @param reason What calls that still come or wait are rejected with. */
  close(reason?: Error): Promise<void>;
}
