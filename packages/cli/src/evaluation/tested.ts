// What the paired tests of an evaluation can tell: with few repetitions no p-value can be small whatever the data say, and
// several comparisons need Holm's correction.
import { fewestPairs, holm, OVERLAP_NOTE } from "@xpal/lab";
import type { StrategyOutcome } from "./evaluate-strategies.ts";

const LEVEL = 0.05;

/** The p-values of a strategy against the first; null where they are not shown. */
interface Tested {
  readonly p: number | null;
  /** After Holm's correction over all comparisons; null where there is only one, or where it could not fall below .05. */
  readonly holm: number | null;
}

/** The tests of an evaluation. */
export interface Tests {
  /** One per strategy, the first of which is compared with nothing. */
  readonly of: readonly Tested[];
  /** How many strategies differ from the first, and so are tested. */
  readonly count: number;
  /** From how many repetitions on a p-value can be below .05, and a corrected one. */
  readonly fewest: number;
  readonly fewestCorrected: number;
}

/** Which p-values are shown. */
export function testsOf(outcomes: readonly StrategyOutcome[]): Tests {
  const compared = outcomes.flatMap(({ pValue }, at) => (pValue === null ? [] : [{ at, pValue }]));
  const corrected = new Map(holm(compared.map(({ pValue }) => pValue)).map((p, i) => [compared[i].at, p]));
  const count = compared.length;
  const fewest = fewestPairs(LEVEL, { sides: 2 });
  const fewestCorrected = fewestPairs(LEVEL, { sides: 2, tests: Math.max(1, count) });
  const of = outcomes.map(({ pValue, aulcs }, at) => ({
    p: aulcs.length < fewest ? null : pValue,
    holm: count < 2 || aulcs.length < fewestCorrected ? null : (corrected.get(at) ?? null),
  }));
  return { of, count, fewest, fewestCorrected };
}

/** The columns of the table that have something in them, with one cell per strategy. */
export function testColumns({ of }: Tests): { readonly head: string; readonly cells: readonly string[] }[] {
  const text = (p: number | null) => (p === null ? "" : p.toPrecision(2));
  return [
    { head: "p", cells: of.map(({ p }) => text(p)) },
    { head: "p (Holm)", cells: of.map((one) => text(one.holm)) },
  ].filter(({ cells }) => cells.some((cell) => cell !== ""));
}

/** What readers of p-values must know; nothing where none is shown. */
export function overlapWords({ of }: Tests): string[] {
  return of.some(({ p }) => p !== null) ? [OVERLAP_NOTE] : [];
}
