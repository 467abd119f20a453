// The answers of a project as the scoring thread wants them.
import type { Fact, Folded } from "../../protocol/fold.ts";
import type { History } from "../scoring/scoring-calls.ts";

/**
 * The answers that are labels, in their order, and the checks among them. What was predicted of a check counts as long as items
 * are still predicted in that way; of the others the model of that time is asked again, as it would be now.
 */
export function historyOf({ facts, modelSince }: Pick<Folded, "facts" | "modelSince">, target: number | null): History {
  const labelled = [...facts]
    .filter((entry): entry is [number, Fact & { to: number }] => typeof entry[1].to === "number")
    .sort((a, b) => placeOf(a[1]) - placeOf(b[1]) || a[0] - b[0]);
  return {
    answers: labelled.map(([item, fact]) => [item, fact.to]),
    checks: labelled.flatMap(([item, { to, drawn }]) => {
      if (drawn === undefined) return [];
      return [drawn.predicted === undefined || drawn.order < modelSince ? [item, to] : [item, to, drawn.predicted]];
    }),
    target,
  };
}

/** A check that was answered again or decided stays where it was: the model of that time predicted it. */
function placeOf({ order, drawn }: Fact): number {
  return drawn?.order ?? order;
}
