// What the scoring thread is asked and answers. It is told what changed, never sent the pool again.

import type { Measure } from "@xpal/core";
import type { Recipe } from "@xpal/data";
import type { Answer } from "../../protocol/events.ts";
import type {
  Ahead,
  Counts,
  ForecastAnswer,
  Look,
  MapLayout,
  Model,
  Next,
  Predictions,
  Soon,
} from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import type { AnswersToCombine, CombinedAnswer } from "./combine-answers.ts";

/** What a scorer works on. */
export interface ScorerSpec {
  /** The table, as `tableToBytes` wrote it. */
  readonly table: Uint8Array;
  readonly recipe: Recipe;
  /** Columns that people have switched off or pinned. */
  readonly columns: { readonly ignored: readonly string[]; readonly pinned: readonly string[] };
  /** The names of the classes that can be answers, and the number that each has in the log. */
  readonly classes: readonly string[];
  readonly numbers: readonly number[];
  readonly seed: number;
  readonly model: ModelKind;
  /** What errors cost, true class in rows, in the order of the classes; null where all cost the same. */
  readonly costs: readonly (readonly number[])[] | null;
  /** What the risk is the mean of: all items, or the classes. */
  readonly measure: Measure;
  /** The column or rule that says what the label of an item costs; null where all cost the same. */
  readonly labelCostRule: string | null;
  /** Class number per item, -1 where unknown; hidden from the model. */
  readonly truth: Int32Array | null;
  /** Whether several servers have the project open: nobody waits for the model there. */
  readonly shared: boolean;
}

/** The answers so far in their order, and which of them were checks. */
export interface History {
  readonly answers: readonly (readonly [item: number, to: number])[];
  /** With what was predicted when they were asked, where the page knew it. */
  readonly checks: readonly (readonly [item: number, to: number, predicted?: number])[];
  /** The error that is to be guaranteed, or where errors have costs the mean cost. */
  readonly target?: number | null;
}

/** The shares of some classes, by number. */
export type ClassShares = readonly (readonly [number: number, share: number])[];

/** Whom an item could be asked of again, and what that is expected to gain. */
export interface SecondOpinionWorth {
  readonly annotator: number;
  readonly item: number;
  /** The expected gain of this annotator's answer, and of the best new item put to the same annotator. */
  readonly gain: number;
  readonly newGain: number;
}

/** What people and programs said: annotators by position, classes by number. */
export interface ToldOpinions {
  readonly annotators: number;
  /** Programs among them: they are measured by people, and people not by them. */
  readonly measured: readonly number[];
  readonly answers: readonly { readonly item: number; readonly annotator: number; readonly answer: number }[];
  /** What is certain: what reviewers have decided, or people said. */
  readonly known: readonly (readonly [item: number, to: number])[];
}

/** The calls: name, what is passed, what comes back. */
export interface ScoringCalls {
  /** Opens the pool, or another one in its place when classes or rows have changed; every answer is sent again then. */
  open(spec: ScorerSpec): { items: number };
  sync(change: {
    sequence: number;
    /**
     * `order` is the position in the order of answers, on which what the model learns may depend; `shares` what the item
     * counts for where answers are weighed.
     */
    answers: readonly (readonly [item: number, to: Answer, order: number, shares?: ClassShares | null])[];
    model: ModelKind;
  }): null;
  /** `without`: items that are not to be suggested. */
  next(ask: { count: number; without: readonly number[] }): Pick<Next, "sequence" | "suggestions">;
  /**
   * The open items by their worth, best first, whoever has them in hand; with pairs that are nearly the same, among them and
   * with those in hand (`beside`).
   */
  rank(ask: { count: number; beside: readonly number[] }): {
    sequence: number;
    items: number[];
    twins: (readonly [number, number])[];
  };
  look(ask: { item: number }): Look;
  /** The next item if this one were answered so; null for setting it aside. Nothing nearly the same as `beside`. */
  ahead(ask: { item: number; answer: number | null; without: readonly number[]; beside?: readonly number[] }): Ahead;
  model(history: History): Model;
  soon(ask: { labels: number }): Soon;
  forecast(ask: { target: number | null; history: History }): ForecastAnswer;
  predictions(ask: { usefulness: boolean }): Predictions;
  /** What the answers have taught about the columns; takes some fits. */
  counts(ask: null): Counts;
  map(ask: null): MapLayout;
  /** The model as the text of a file: the recipe, and a learner over the items that its predictions depend on. */
  modelFile(ask: null): string;
  /**
   * For each annotator who is there the item of others whose further opinion is worth the most, where that is more than a new
   * item is.
   */
  whom(
    ask: ToldOpinions & {
      readonly present: readonly number[];
      /** Items that may be asked again. */
      readonly again: readonly number[];
    },
  ): { sequence: number; worth: SecondOpinionWorth[] };
  /** Which of some open items are put to a program, the best first: its answer is expected to gain more per cost than people's. */
  programItems(
    ask: ToldOpinions & {
      readonly items: readonly number[];
      readonly program: number;
      readonly people: readonly number[];
      readonly costs: { readonly program: number; readonly person: number };
    },
  ): { sequence: number; items: number[] };
  /** What all answers to each item together say of it, and how long that took; of the answers that are sent. */
  combine(given: AnswersToCombine): { answers: ReadonlyMap<number, CombinedAnswer>; tookMs: number };
  similarTo(ask: { item: number; count: number }): number[];
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
  /** Resolves when the thread is gone, for whatever reason; calls are then refused. */
  readonly gone: Promise<void>;
  /** @param reason What calls that still come or wait are refused with. */
  close(reason?: Error): Promise<void>;
}
