import type { StopState } from "../../../src/index.ts";

/** A state in which nothing asks to stop, with some of it changed. */
export function stateWith(changes: Partial<StopState> = {}): StopState {
  return {
    ...{ labels: 20, items: 100, open: 80, gain: 0.02, gainAhead: 0.02, expectedError: 0.3, leftOutError: 0.3 },
    ...{ entropy: 0.6, agreement: 0.7, audits: [], asked: [] },
    ...changes,
  };
}
