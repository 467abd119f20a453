// A project as a team's answers leave it, as far as weighing them goes.
import type { Fact } from "../../../src/protocol/fold.ts";
import { nothing } from "../../../src/protocol/fold.ts";

/** An answer to a question. */
export function fact(by: string, to: Fact["to"], more: Partial<Fact> = {}): Fact {
  return { ...{ to, by, event: `${by}-${to}`, at: "", order: 0, asked: { from: "best" as const } }, ...more };
}

/** Ann and Ben have answered `count` items alike; the log has as many events. */
export function stateOfTwo(count: number, classes: readonly string[] = []): ReturnType<typeof nothing> {
  const state = nothing(classes);
  for (let item = 0; item < count; item++) answerOfTwo(state, item);
  return state;
}

/** Both answer one more item. */
export function answerOfTwo(state: ReturnType<typeof nothing>, item: number, to = item % 2): void {
  const given = [fact("Ann", to), fact("Ben", to)];
  state.opinions.set(item, new Map(given.map((one) => [one.by, one])));
  state.facts.set(item, given[1]);
  state.sequence += 1;
}

/** Ten items from `first` on, about which Ann and Ben differ and Rita has decided for Ann. */
export function decidedDisputes(state: ReturnType<typeof nothing>, first: number): void {
  for (let item = first; item < first + 10; item++) {
    const given = [fact("Ann", item % 2), fact("Ben", 1 - (item % 2)), fact("Rita", item % 2, { asked: undefined })];
    state.opinions.set(item, new Map(given.map((one) => [one.by, one])));
    state.facts.set(item, given[2]);
    state.sequence += 1;
  }
}
