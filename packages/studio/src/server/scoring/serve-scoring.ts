// What a scoring thread does: one call at a time, in order; a call that a later answer has made pointless is given up.
import { type Handlers, type Port, serve } from "@xpal/core/calls";
import { combineAnswers } from "./combine-answers.ts";
import type { ArrangeByLikeness } from "./neighbour-layout.ts";
import { type NumberedScorer, openNumberedScorer } from "./numbered-scorer.ts";
import type { ScoringCalls } from "./scoring-calls.ts";

/**
 * Answers the calls that come through a port.
 * @param nextTurn Resolves when messages that arrived meanwhile have been read, so that what is the latest is known.
 */
export function serveScoring(port: Port, arrange: ArrangeByLikeness, nextTurn: () => Promise<void>): void {
  let scorer: NumberedScorer | undefined;
  let latest = 0;
  const handlers: Handlers<ScoringCalls> = {
    open: async (spec) => {
      const before = scorer;
      scorer = await openNumberedScorer(spec, () => latest, arrange);
      await before?.close();
      return { items: scorer.itemCount };
    },
    ...{ sync: asked("sync"), next: asked("next"), rank: asked("rank"), look: asked("look"), ahead: asked("ahead") },
    ...{ model: asked("model"), soon: asked("soon"), predictions: asked("predictions"), map: asked("map") },
    ...{ modelFile: asked("modelFile"), similarTo: asked("similarTo"), forecast: asked("forecast") },
    combine: async (given) => {
      const began = performance.now();
      return { answers: combineAnswers(given), tookMs: performance.now() - began };
    },
    ...{ counts: asked("counts"), whom: asked("whom"), programItems: asked("programItems") },
  };
  serve(port, handlers, {
    onArrival: (name, argument) => {
      if (name === "sync") latest = Math.max(latest, (argument as { sequence: number }).sequence);
    },
    between: nextTurn,
  });

  function asked<N extends keyof NumberedScorer["calls"]>(name: N): NumberedScorer["calls"][N] {
    return ((argument: never) => {
      if (scorer === undefined) throw new Error("the pool is not open");
      return scorer.calls[name](argument);
    }) as NumberedScorer["calls"][N];
  }
}
