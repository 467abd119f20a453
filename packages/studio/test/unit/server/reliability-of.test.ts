import { describe, expect, test } from "vitest";
import type { ClassState } from "../../../src/protocol/classes.ts";
import type { Fact } from "../../../src/protocol/fold.ts";
import { reliabilityOf } from "../../../src/server/projects/reliability-of.ts";

const fact = (by: string, to: Fact["to"], more: Partial<Fact> = {}): Fact => ({
  ...{ to, by, event: `${by}-${to}`, at: "", order: 0, asked: { from: "best" as const } },
  ...more,
});

/** What people said of items; the last of each item counts. */
function stateOf(...items: readonly (readonly Fact[])[]) {
  const opinions = new Map(items.map((given, item) => [item, new Map(given.map((one) => [one.by, one]))]));
  return {
    opinions,
    facts: new Map(items.map((given, item) => [item, given[given.length - 1]])),
    classes: new Map<number, ClassState>(),
  };
}

describe("how far people can be trusted", () => {
  test("was little for a program whose answers were of a class that is merged since", () => {
    const state = stateOf(...Array.from({ length: 20 }, (_, i) => [fact("Ann", i % 2 === 0 ? 0 : 2)]));
    const heard = Array.from({ length: 20 }, (_, item) => ({
      name: "program llama",
      item,
      to: item % 2 === 0 ? 1 : 2,
    }));
    const rightOf = () => reliabilityOf(state, 3, heard).find(({ name }) => name === "program llama")?.right.value;
    expect(rightOf()).toBeLessThan(0.7);
    state.classes.set(1, { into: 0 });
    expect(rightOf()).toBeGreaterThan(0.9);
  });
  test("says nothing while no item has two answers", () => {
    expect(reliabilityOf(stateOf([fact("Ann", 0)], [fact("Ben", 1)]), 2)).toEqual([]);
  });

  test("finds the one of three who answers otherwise, with a range that grows narrower", () => {
    const three = (item: number) => [
      fact("Ann", item % 2),
      fact("Ben", item % 2),
      fact("Eve", item % 3 === 0 ? 1 - (item % 2) : item % 2),
    ];
    const after = (count: number) => reliabilityOf(stateOf(...Array.from({ length: count }, (_, i) => three(i))), 2);
    const [ann, ben, eve] = after(60);
    expect([ann, ben, eve].map(({ name, compared }) => [name, compared])).toEqual([
      ["Ann", 60],
      ["Ben", 60],
      ["Eve", 60],
    ]);
    expect(ann.right.value).toBeGreaterThan(0.9);
    expect(eve.right.value).toBeGreaterThan(0.55);
    expect(eve.right.value).toBeLessThan(0.78); // right in two of three
    expect(eve.right.low).toBeLessThan(2 / 3);
    expect(eve.right.high).toBeGreaterThan(2 / 3);
    const [few] = after(6);
    expect(few.right.high - few.right.low).toBeGreaterThan(ann.right.high - ann.right.low);
    expect(ann.perClass).toHaveLength(2);
  });

  test("measures a program by the only person, who is measured by nobody", () => {
    const state = stateOf(...Array.from({ length: 20 }, (_, i) => [fact("Ann", i % 2)]));
    const heard = Array.from({ length: 20 }, (_, item) => ({ name: "program llama", item, to: 0 }));
    const found = reliabilityOf(state, 2, heard);
    expect(found.map(({ name, compared }) => [name, compared])).toEqual([["program llama", 20]]);
    // Right about all ten of class 0 and none of class 1; 14 of 25 with the prior are expected in each, worth 5 answers.
    expect(found[0].perClass.map((one) => one?.value)).toEqual([0.8533, 0.1867]);
  });

  test("takes a reviewer's decision for the truth, and not for an answer of the reviewer", () => {
    const decided = (item: number) => [
      fact("Ann", 0, { event: `a${item}` }),
      fact("Rex", 1, { event: `r${item}`, asked: undefined }),
    ];
    const people = reliabilityOf(stateOf(...Array.from({ length: 10 }, (_, i) => decided(i))), 2);
    expect(people.map(({ name }) => name)).toEqual(["Ann"]);
    expect(people[0].right.value).toBeLessThan(0.5);
    expect(people[0].perClass[0]).toBeNull(); // no item was of that class
  });

  test("leaves out what was set aside, and classes that nobody has met", () => {
    const state = stateOf([fact("Ann", "skipped"), fact("Ben", 1)], [fact("Ann", 1), fact("Ben", 1)]);
    const [ann, ben] = reliabilityOf(state, 3);
    expect([ann.answers, ben.answers]).toEqual([1, 2]);
    expect(ann.perClass[2]).toBeNull();
  });
});
