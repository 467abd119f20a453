// Suggestions computed before they are asked for: one for each possible answer to the item that a person is looking at.
// A suggestion depends on the labels alone, so what was computed ahead is what would be computed later.
import { XpalError } from "../error.ts";
import type { Labels } from "../labels.ts";

/** An item to label next. */
export interface Suggestion {
  readonly index: number;
  /** The strategy's score; for xPAL the expected drop in error rate. */
  readonly score: number;
}

/** What `suggestAhead` needs of an AbortSignal. */
export interface AbortSignalLike {
  readonly aborted: boolean;
}

/** Which item is being looked at, and how to stop. */
export interface AheadOptions {
  readonly index?: number;
  readonly signal?: AbortSignalLike;
}

/** What was computed ahead for one item at one state of the labels. */
export class SuggestionsAhead {
  #asked:
    | { readonly labels: Labels; readonly session: object; readonly index: number; byClass: Suggestion[][] }
    | undefined;
  #ready: { readonly labels: Labels; readonly session: object; readonly suggestions: Suggestion[] } | undefined;

  /** Computes one suggestion per class. What was finished before a cancellation is kept. */
  async fill(
    labels: Labels,
    session: object,
    index: number,
    signal: AbortSignalLike | undefined,
    choose: (after: Labels) => Promise<Suggestion[]>,
  ): Promise<Suggestion[][]> {
    const asked = { labels, session, index, byClass: [] as Suggestion[][] };
    this.#asked = asked;
    for (let y = 0; y < labels.classCount; y++) {
      if (signal?.aborted) throw cancelled();
      asked.byClass.push(await choose(labels.add(index, y)));
    }
    return asked.byClass;
  }

  /** An answer has come: what was computed for it is now what is to be suggested. */
  answered(before: Labels, index: number, y: number, after: Labels): void {
    const asked = this.#asked;
    const suggestions = asked?.labels === before && asked.index === index ? asked.byClass[y] : undefined;
    this.#ready =
      asked === undefined || suggestions === undefined
        ? undefined
        : { labels: after, session: asked.session, suggestions };
  }

  /** The suggestion that is ready at these labels, if there is one. */
  at(labels: Labels, session: object): Suggestion[] | undefined {
    return this.#ready?.labels === labels && this.#ready.session === session ? [...this.#ready.suggestions] : undefined;
  }
}

function cancelled(): XpalError {
  return new XpalError("cancelled", { who: "suggestAhead", argument: "signal", rule: "was aborted" });
}
