import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/protocol/fold.ts";
import { combinedAnswers } from "../../../src/server/projects/combined-answers.ts";

const fact = (by: string, to: Fact["to"], more: Partial<Fact> = {}): Fact => ({
  ...{ to, by, event: `${by}-${to}`, at: "", order: 0, asked: { from: "best" as const } },
  ...more,
});
type Given = readonly (readonly Fact[])[];
function stateOf(items: Given, settings = {}) {
  const opinions = new Map(items.map((given, item) => [item, new Map(given.map((one) => [one.by, one]))]));
  return {
    opinions,
    facts: new Map(items.map((given, item) => [item, given[given.length - 1]])),
    classes: new Map(),
    settings,
  };
}
/** A dispute of others that Rita has decided. */
const decidedFor = (to: number): readonly Fact[] => [
  fact("Ann", to),
  fact("Eve", 1 - to),
  fact("Rita", to, { asked: undefined }),
];
/** Some decided disputes of Ann and Eve, then items of all three, of which Eve gets every third wrong; single answers last. */
function team(decided: number, shared: number): Given {
  const three = (i: number) => [fact("Ann", i % 2), fact("Ben", i % 2), fact("Eve", i % 3 === 0 ? 1 - (i % 2) : i % 2)];
  return [
    ...Array.from({ length: shared }, (_, i) => three(i)),
    ...Array.from({ length: decided }, (_, i) => decidedFor(i % 2)),
    [fact("Ann", 0)],
    [fact("Eve", 0)],
  ];
}

describe("answers of several people", () => {
  test("were weighed before anybody could tell who is right: they count as given until ten disputes are decided", () => {
    expect(combinedAnswers(stateOf(team(0, 60)), [0, 1]).size).toBe(0);
    expect(combinedAnswers(stateOf(team(9, 60)), [0, 1]).size).toBe(0);
    expect(combinedAnswers(stateOf(team(10, 2)), [0, 1]).size).toBe(14);
    expect(combinedAnswers(stateOf(team(10, 2), { weighAnswers: false }), [0, 1]).size).toBe(0);
  });

  test("of one person alone are never weighed", () => {
    const alone = Array.from({ length: 50 }, (_, i) => [fact("Ann", i % 2)]);
    expect(combinedAnswers(stateOf(alone), [0, 1]).size).toBe(0);
  });

  test("count by how far who gave them can be trusted; the last one of the least reliable does not win", () => {
    const combined = combinedAnswers(stateOf(team(10, 60)), [0, 1]);
    expect(combined.get(0)).toMatchObject({ to: 0 }); // Eve answered last, and otherwise
    const [ann, eve] = [combined.get(70), combined.get(71)];
    expect(ann?.probability).toBeGreaterThan(0.9);
    expect(eve?.probability).toBeLessThan(0.8);
    expect(eve?.shares.map(([number]) => number)).toEqual([0, 1]);
  });

  test("of a reviewer who decided are certain, and an item that was set aside is not combined", () => {
    const items = [...team(10, 12)];
    items[0] = [fact("Ann", 0), fact("Rita", 1, { asked: undefined })];
    items[1] = [fact("Ann", 1), fact("Ben", "skipped")];
    const combined = combinedAnswers(stateOf(items), [0, 1]);
    expect(combined.get(0)).toEqual({ to: 1, probability: 1, shares: [[1, 1]] });
    expect(combined.has(1)).toBe(false);
  });

  test("of a program that was asked about items of people are weighed by what it said there", () => {
    const people = Array.from({ length: 30 }, (_, i) => decidedFor(i % 2));
    const state = stateOf([...people, [fact("program llama", 0)]]);
    const heard = (right: (i: number) => boolean) =>
      people.map((_, item) => ({ name: "program llama", item, to: right(item) ? item % 2 : 1 - (item % 2) }));
    const good = combinedAnswers(
      state,
      [0, 1],
      heard(() => true),
    ).get(30);
    const poor = combinedAnswers(
      state,
      [0, 1],
      heard((i) => i % 5 < 3),
    ).get(30);
    expect(good?.probability).toBeGreaterThan(0.9);
    expect(poor?.probability).toBeLessThan(0.85);
  });

  test("of one person counted for nothing beside a program that always says the same, and for half beside one that says the opposite", () => {
    const people = Array.from({ length: 30 }, (_, i) => decidedFor(i % 2));
    const state = stateOf([...people, [fact("program liar", 0)]]);
    const beside = (says: (item: number) => number) => {
      const heard = people.map((_, item) => ({ name: "program liar", item, to: says(item) }));
      const combined = combinedAnswers(state, [0, 1], heard);
      for (let item = 0; item < 30; item++) expect(combined.get(item)).toMatchObject({ to: item % 2, probability: 1 });
      return combined.get(30);
    };
    expect(beside(() => 0)?.probability).toBeLessThan(0.6); // what always says the same says nothing
    expect(beside((item) => (item % 3 === 0 ? 1 - (item % 2) : item % 2))?.probability).toBeLessThan(0.8);
    expect(beside((item) => 1 - (item % 2))).toMatchObject({ to: 1 }); // what always says the opposite tells as much
  });

  test("of one person and a program could not be weighed once a class was retired", () => {
    const people = Array.from({ length: 12 }, (_, i) => {
      const to = i % 2 === 0 ? 0 : 2;
      return [fact("Ann", to), fact("Eve", 2 - to), fact("Rita", to, { asked: undefined })];
    });
    const heard = people.map(([{ to }], item) => ({ name: "program llama", item, to: to as number }));
    const combined = combinedAnswers(stateOf(people), [0, 2], heard);
    for (const [item, [{ to }]] of people.entries()) expect(combined.get(item)).toMatchObject({ to, probability: 1 });
  });

  test("have shares that sum to 1 in steps of 1/32, whatever was answered and in whatever order", () => {
    const names = ["Ann", "Ben", "Eve"];
    const answer = fc.record({ who: fc.nat(2), to: fc.nat(2) });
    fc.assert(
      fc.property(
        fc.array(fc.array(answer, { minLength: 1, maxLength: 4 }), { minLength: 12, maxLength: 30 }),
        (said) => {
          const items = said.map((given) => given.map(({ who, to }) => fact(names[who], 3 * to)));
          const disputes = Array.from({ length: 10 }, () => [
            fact("Ann", 0),
            fact("Eve", 3),
            fact("Rita", 0, { asked: undefined }),
          ]);
          const state = stateOf([...items, ...disputes]);
          const combined = combinedAnswers(state, [0, 3, 6]);
          for (const { to, probability, shares } of combined.values()) {
            expect(shares.reduce((sum, [, share]) => sum + share, 0)).toBe(1);
            for (const [number, share] of shares) {
              expect([0, 3, 6]).toContain(number);
              expect(Number.isInteger(share * 32) && share > 0).toBe(true);
              expect(shares.find(([own]) => own === to)?.[1]).toBeGreaterThanOrEqual(share);
            }
            expect(probability).toBeGreaterThanOrEqual(0.33);
          }
          const turned = { ...state, opinions: new Map([...state.opinions].reverse()) };
          const again = combinedAnswers(turned, [0, 3, 6]);
          for (const [item, { to, probability }] of combined) {
            if (probability > 0.51) expect(again.get(item)?.to).toBe(to);
          }
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
  });
});
