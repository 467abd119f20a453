import type { TracedRun } from "../../../../src/analysis/stopping/replay-rule.ts";

/** A run of 20 labels on 40 items whose error falls from one half to nothing. */
export function madeUpRun(changes: Partial<TracedRun["stopping"]> = {}): TracedRun {
  const stopping = {
    open: [40, 35, 30, 25, 20],
    openWrong: [20, 14, 6, 2, 0],
    expected: [0.5, 0.3, 0.15, 0.04, 0.01],
    uncertainty: [0.5, 0.4, 0.3, 0.2, 0.1],
    entropy: [1, 0.8, 0.6, 0.3, 0.05],
    kappa: [0, 0.5, 0.8, 0.99, 1],
    gain: [0.1, 0.05, 0.03, 0.02, 0],
    ahead: [0.08, 0.04, 0.03, 0.01, 0],
    leftOutWrong: [0, 3, 2, 1, 0],
    foretoldWrong: [1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...changes,
  };
  const count = stopping.foretoldWrong.length;
  return {
    ...{ key: "k", dataset: "d", strategy: "s", repetition: 1, seed: 3, aulc: 0.2, picks: [], seconds: [] },
    errors: Array.from({ length: count + 1 }, (_, t) => (count - t) / (2 * count)),
    stopping,
  };
}
