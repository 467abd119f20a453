// The answers of a project as the scoring thread wants them.
import type { Fact } from "../../protocol/fold.ts";
import type { History } from "../scoring/scoring-calls.ts";

/** The answers that are labels, in their order, and the audits among them. */
export function historyOf(facts: ReadonlyMap<number, Fact>, target: number | null): History {
  const labelled = [...facts]
    .filter((entry): entry is [number, Fact & { to: number }] => typeof entry[1].to === "number")
    .sort((a, b) => a[1].order - b[1].order || a[0] - b[0]);
  return {
    answers: labelled.map(([item, fact]) => [item, fact.to]),
    audits: labelled
      .filter(([, fact]) => fact.asked?.from === "audit")
      .map(([item, { to, asked }]) => (asked?.predicted === undefined ? [item, to] : [item, to, asked.predicted])),
    target,
  };
}
