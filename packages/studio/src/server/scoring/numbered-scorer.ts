// A scorer that speaks of classes by the log's numbers.
import { ClassNumbers } from "./class-numbers.ts";
import type { ArrangeByLikeness } from "./neighbour-layout.ts";
import { Scorer } from "./scorer.ts";
import type { ScorerSpec, ScoringCalls } from "./scoring-calls.ts";

/** The calls of a scoring thread that are about its pool, except for the one that opens it. */
type Calls = {
  [N in Exclude<keyof ScoringCalls, "open" | "combine">]: (
    argument: Parameters<ScoringCalls[N]>[0],
  ) => Promise<ReturnType<ScoringCalls[N]>>;
};

/** An open scorer. */
export interface NumberedScorer {
  readonly itemCount: number;
  readonly calls: Calls;
  close(): Promise<void>;
}

/** Opens one; `latest` is the newest state of the log that the thread has been told of. */
export async function openNumberedScorer(
  spec: ScorerSpec,
  latest: () => number,
  arrange: ArrangeByLikeness,
): Promise<NumberedScorer> {
  const numbers = new ClassNumbers(spec.numbers);
  const scorer = await Scorer.open({ ...spec, truth: numbers.truth(spec.truth) }, latest, arrange);
  const calls: Calls = {
    sync: (change) =>
      scorer.sync({
        ...change,
        answers: change.answers.map(([item, to, order, shares]) => {
          return [item, numbers.answer(to), order, numbers.shares(shares ?? null)] as const;
        }),
      }),
    next: (ask) => scorer.next(ask),
    rank: (ask) => scorer.rank(ask),
    look: async (ask) => numbers.look(await scorer.look(ask)),
    ahead: async ({ answer, ...ask }) => {
      const place = answer === null ? null : numbers.placeOf(answer);
      // A class that was retired while the page looked ahead.
      if (place === undefined) return { sequence: latest(), item: ask.item, next: null, stale: true };
      return scorer.ahead({ ...ask, answer: place });
    },
    model: async (history) => numbers.model(await scorer.model(numbers.history(history))),
    soon: (ask) => scorer.soon(ask),
    forecast: ({ history, ...ask }) => scorer.forecast({ ...ask, history: numbers.history(history) }),
    predictions: async (ask) => numbers.predictions(await scorer.predictions(ask)),
    counts: async () => numbers.counts(await scorer.counts()),
    map: () => scorer.map(),
    modelFile: () => scorer.modelFile(),
    similarTo: (ask) => scorer.similarTo(ask),
    whom: (ask) => scorer.whom(numbers.opinions(ask)),
    programItems: (ask) => scorer.programItems(numbers.opinions(ask)),
  };
  return { itemCount: scorer.itemCount, calls, close: () => scorer.close() };
}
