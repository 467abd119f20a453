// A scoring thread without a model: it suggests the first items that are open, so that all who ask want the same ones.
import type { ScoringCalls, ScoringThread } from "../../src/server/scoring/scoring-calls.ts";

/** Items of the projects of these tests. */
export const ITEMS = 12;

/** Starts one. */
export function firstOpenItems(): ScoringThread {
  const answered = new Set<number>();
  let sequence = 0;
  const handlers: Partial<{ [N in keyof ScoringCalls]: ScoringCalls[N] }> = {
    open: () => ({ items: ITEMS }),
    sync: (change) => {
      for (const [item, to] of change.answers) to === null ? answered.delete(item) : answered.add(item);
      sequence = change.sequence;
      return null;
    },
    rank: ({ count, without }) => {
      const free = Array.from({ length: ITEMS }, (_, item) => item).filter(
        (item) => !answered.has(item) && !without.includes(item),
      );
      return { sequence, items: free.slice(0, count), twins: [] };
    },
  };
  return {
    call: async (name, argument) => (handlers[name] as (argument: unknown) => never)(argument),
    gone: new Promise(() => {}),
    close: async () => {},
  };
}
