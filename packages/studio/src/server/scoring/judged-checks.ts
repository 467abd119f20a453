// The checks of a project as the library takes them: each counts by what was predicted before it was answered, as the page knew it
// when it asked, or else as the model of that time says.
import type { Check } from "@xpal/core";
import type { History } from "./scoring-calls.ts";

/** The checks in their order; those of which nobody knows the prediction are left out. */
export function judgedChecks(
  { answers, checks }: Pick<History, "answers" | "checks">,
  foretold: ReadonlyMap<number, number>,
): Check[] {
  const said = new Map(checks.map(([item, , predicted]) => [item, predicted]));
  return answers.flatMap(([item, to], labels) => {
    const predicted = said.has(item) ? (said.get(item) ?? foretold.get(labels)) : undefined;
    return predicted === undefined ? [] : [{ labels, to, predicted }];
  });
}
