// Counts that several pages show.
import type { Fact } from "../../protocol/fold.ts";
import { HIDDEN } from "../../protocol/hidden.ts";
import type { ProjectInfo } from "../../protocol/messages.ts";

export interface Counts {
  readonly labelled: number;
  readonly aside: number;
  readonly left: number;
  /** By class id. */
  readonly perClass: Readonly<Record<number, number>>;
  /** Median seconds of the last answers; null before the third. */
  readonly pace: number | null;
}

const RECENT = 30;

export function countsOf(facts: ReadonlyMap<number, Fact>, { itemCount }: Pick<ProjectInfo, "itemCount">): Counts {
  const perClass: Record<number, number> = {};
  let aside = 0;
  for (const { to } of facts.values()) {
    if (typeof to === "number") perClass[to] = (perClass[to] ?? 0) + 1;
    else if (to !== HIDDEN) aside++;
  }
  const labelled = facts.size - aside;
  const seconds = [...facts.values()]
    .filter((fact) => fact.seconds !== undefined)
    .sort((a, b) => b.order - a.order)
    .slice(0, RECENT)
    .map((fact) => fact.seconds ?? 0)
    .sort((a, b) => a - b);
  const pace = seconds.length < 3 ? null : seconds[Math.floor(seconds.length / 2)];
  return { labelled, aside, left: itemCount - facts.size, perClass, pace };
}
