// The scoring thread: one call at a time, in order; a call that a later answer has made pointless is given up.
import { parentPort } from "node:worker_threads";
import { type Handlers, serve, threadPort } from "xpal/calls";
import { type NumberedScorer, openNumberedScorer } from "./numbered-scorer.ts";
import type { ScoringCalls } from "./scoring-calls.ts";

let scorer: NumberedScorer | undefined;
let latest = 0;

const handlers: Handlers<ScoringCalls> = {
  open: async (spec) => {
    const before = scorer;
    scorer = await openNumberedScorer(spec, () => latest);
    await before?.close();
    return { items: scorer.itemCount };
  },
  ...{ sync: asked("sync"), next: asked("next"), look: asked("look"), ahead: asked("ahead") },
  ...{ model: asked("model"), soon: asked("soon"), predictions: asked("predictions"), map: asked("map") },
  ...{ modelFile: asked("modelFile"), similarTo: asked("similarTo"), forecast: asked("forecast") },
  counts: asked("counts"),
};

serve(threadPort(parentPort!), handlers, {
  onArrival: (name, argument) => {
    if (name === "sync") latest = Math.max(latest, (argument as { sequence: number }).sequence);
  },
  // Messages that arrived meanwhile are read before the next call begins, so that `latest` is true.
  between: () => new Promise((resolve) => setImmediate(resolve)),
});

function asked<N extends keyof NumberedScorer["calls"]>(name: N): NumberedScorer["calls"][N] {
  return ((argument: never) => {
    if (scorer === undefined) throw new Error("the pool is not open");
    return scorer.calls[name](argument);
  }) as NumberedScorer["calls"][N];
}
