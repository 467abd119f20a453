// What a scoring thread does: one call at a time, in order; a call that a later answer has made pointless is given up.
import { type Handlers, type Port, serve } from "@xpal/core/calls";
import type { ArrangeByLikeness } from "./neighbour-layout.ts";
import { Scorer } from "./scorer.ts";
import type { ScorerSpec, ScoringCalls } from "./scoring-calls.ts";

/**
 * Answers the calls that come through a port: `open`, and whatever the scorer has a method for.
 * @param nextTurn Resolves when messages that arrived meanwhile have been read, so that what is the latest is known.
 */
export function serveScoring(port: Port, arrange: ArrangeByLikeness, nextTurn: () => Promise<void>): void {
  let scorer: Scorer | undefined;
  let latest = 0;
  const open = async (spec: ScorerSpec) => {
    const before = scorer;
    scorer = await Scorer.open(spec, () => latest, arrange);
    await before?.close();
    return { items: scorer.itemCount };
  };
  const handlers = new Proxy({} as Handlers<ScoringCalls>, {
    get: (_, name: keyof ScoringCalls) => (name === "open" ? open : (argument: never) => opened()[name](argument)),
  });
  serve(port, handlers, {
    onArrival: (name, argument) => {
      if (name === "sync") latest = Math.max(latest, (argument as { sequence: number }).sequence);
    },
    between: nextTurn,
  });

  function opened(): Scorer {
    if (scorer === undefined) throw new Error("the pool is not open");
    return scorer;
  }
}
