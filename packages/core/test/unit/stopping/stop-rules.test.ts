import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  askedStop,
  costStop,
  maximumGain,
  noImprovement,
  overallUncertainty,
  type StopRule,
  type StopState,
  stablePredictions,
  targetStop,
} from "../../../src/index.ts";
import { stateWith } from "./made-up-state.ts";

const right = (count: number) => new Array<0>(count).fill(0);

describe("costStop", () => {
  const rule = costStop({ labelCost: 3, errorCost: 2 });

  test("compares the larger of gain and gain ahead, in items, with the cost of a label", () => {
    // max(0.01, 0.02) * 100 items * 2 = 4 is more than 3; 0.015 * 100 * 2 = 3 is not.
    expect(rule.decide([stateWith({ gain: 0.01, gainAhead: 0.02 })])).toEqual({
      stop: false,
      next: "label",
      reason: { measure: "value of the next label", value: 4, limit: 3 },
    });
    expect(rule.decide([stateWith({ gain: 0.015, gainAhead: 0 })]).stop).toBe(true);
  });

  test("says the same when both costs are counted in another unit", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 20 }), (gain, power) => {
        const other = costStop({ labelCost: 3 * 2 ** power, errorCost: 2 * 2 ** power });
        const states = [stateWith({ gain, gainAhead: gain / 2 })];
        expect(other.decide(states).stop).toBe(rule.decide(states).stop);
      }),
    );
  });
});

describe("targetStop", () => {
  const rule = targetStop({ error: 0.1 });
  const ready = { labels: 60, expectedError: 0.02, leftOutError: 0.05 };

  test("stops on audits only, however sure the model is", () => {
    const sure = stateWith({ ...ready, gain: 0, gainAhead: 0, entropy: 0, agreement: 1, expectedError: 0 });
    expect(rule.decide([sure]).stop).toBe(false);
    expect(rule.decide([stateWith({ ...ready, labels: 110, audits: right(50) })]).stop).toBe(true);
  });

  test("counts the right audits that are missing, and stops after them", () => {
    const { auditsToGo } = rule.decide([stateWith({ ...ready, audits: right(20) })]);
    expect(rule.decide([stateWith({ ...ready, labels: 200, audits: right(20 + auditsToGo - 1) })]).stop).toBe(false);
    expect(rule.decide([stateWith({ ...ready, labels: 200, audits: right(20 + auditsToGo) })]).stop).toBe(true);
  });

  test("asks for audits only where the labels agree and the model expects no more errors than the target", () => {
    expect(rule.decide([stateWith(ready)]).next).toBe("audit");
    expect(rule.decide([stateWith({ ...ready, leftOutError: 0.11 })]).next).toBe("label");
    expect(rule.decide([stateWith({ ...ready, expectedError: 0.11 })]).next).toBe("label");
    expect(rule.decide([stateWith({ ...ready, labels: 9 })]).next).toBe("label");
  });

  test("lets ten ordinary labels follow a wrong audit", () => {
    const first = stateWith({ ...ready, labels: 62, audits: [0, 1] });
    expect(rule.decide([first]).next).toBe("label");
    expect(rule.decide([first, stateWith({ ...ready, labels: 71, audits: [0, 1] })]).next).toBe("label");
    expect(rule.decide([first, stateWith({ ...ready, labels: 72, audits: [0, 1] })]).next).toBe("audit");
  });

  test("took all memory to count the audits that a tiny target needs", () => {
    expect(targetStop({ error: 1e-12 }).decide([stateWith(ready)]).auditsToGo).toBe(2 ** 30);
    const { auditsToGo } = targetStop({ error: 1e-6 }).decide([stateWith({ ...ready, audits: right(20) })]);
    expect(auditsToGo).toBeGreaterThan(3e6); // 0.999999^n < 0.05 needs 3 million at a single look
    expect(auditsToGo).toBeLessThan(5e6);
  });

  test("promises a mean cost where audits are costs: a cheap error weighs less than a dear one", () => {
    const cheap = [...right(49), 0.02];
    expect(rule.decide([stateWith({ ...ready, labels: 110, audits: cheap })]).stop).toBe(true);
    expect(rule.decide([stateWith({ ...ready, labels: 110, audits: [...right(49), 1] })]).stop).toBe(false);
    // Labels follow a cheap error too.
    expect(rule.decide([stateWith({ ...ready, labels: 62, audits: [0, 0.02] })]).next).toBe("label");
  });

  test("stops where nothing is left to ask", () => {
    expect(rule.decide([stateWith({ open: 0 })]).stop).toBe(true);
  });
});

describe("a target that cannot be proved", () => {
  test("is said so where fewer items are open than audits are needed: 79 right ones for 5 %", () => {
    const decide = (open: number) => targetStop({ error: 0.05 }).decide([stateWith({ open, items: 100, audits: [] })]);
    expect(decide(79)).toMatchObject({ auditsToGo: 79, provable: true });
    expect(decide(78)).toMatchObject({ auditsToGo: 79, provable: false, stop: false });
  });
});

describe("askedStop", () => {
  test("judges the later half of the asked items, one wrong one added", () => {
    // 20 asked, the first ten wrong: the later ten have (0 + 1) / 11 = 0.0909, times 2 is 0.1818.
    const asked = [...new Array<1>(10).fill(1), ...right(10)];
    const states = [stateWith({ asked })];
    expect(askedStop({ error: 0.2, correction: 2 }).decide(states).stop).toBe(true);
    expect(askedStop({ error: 0.18, correction: 2 }).decide(states).stop).toBe(false);
    expect(askedStop({ error: 0.2, correction: 2 }).decide(states).reason.value).toBeCloseTo(2 / 11, 15);
  });

  test("counts what the predictions cost where the states tell costs", () => {
    // Ten later items, one of which cost a fifth of the largest cost: (0.2 + 1) / 11, times 2.
    const asked = [...right(10), 0.2, ...right(9)];
    expect(askedStop({ error: 0.2 }).decide([stateWith({ asked })]).reason.value).toBeCloseTo(2.4 / 11, 15);
  });

  test("waits for ten items of the later half", () => {
    expect(askedStop({ error: 0.9 }).decide([stateWith({ asked: right(18) })]).reason.value).toBeNull();
  });
});

describe("noImprovement", () => {
  const at = (labels: number, expectedError: number) => stateWith({ labels, expectedError });
  const rule = noImprovement({ labels: 10, least: 0.1 });

  test("compares the lowest error of the last labels with the lowest before", () => {
    // From 0.20 to 0.19 in ten labels is 5 % less; to 0.15 it is 25 %.
    expect(rule.decide([at(10, 0.2), at(15, 0.4), at(20, 0.19)])).toMatchObject({
      stop: true,
      reason: { measure: "improvement", limit: 0.1 },
    });
    expect(rule.decide([at(10, 0.2), at(15, 0.4), at(20, 0.15)]).reason.value).toBeCloseTo(0.25, 15);
    expect(rule.decide([at(10, 0.2), at(15, 0.4), at(20, 0.15)]).stop).toBe(false);
  });

  test("goes on until there are enough labels to compare", () => {
    expect(rule.decide([at(10, 0.2), at(19, 0.2)])).toMatchObject({ stop: false, reason: { value: null } });
  });

  test("stops at an error of 0, which cannot fall", () => {
    expect(rule.decide([at(10, 0), at(20, 0)]).stop).toBe(true);
  });
});

describe("rules of the literature", () => {
  test("stablePredictions takes the mean agreement of the last three states", () => {
    // (1 + 0.98 + 0.99) / 3 = 0.99
    const states = [null, 0.5, 1, 0.98, 0.99].map((agreement) => stateWith({ agreement }));
    expect(stablePredictions().decide(states).reason.value).toBeCloseTo(0.99, 15);
    expect(stablePredictions({ threshold: 0.98 }).decide(states).stop).toBe(true);
    expect(stablePredictions({ threshold: 0.98 }).decide(states.slice(0, 3))).toMatchObject({ stop: false });
  });

  test("overallUncertainty and maximumGain stop at their thresholds", () => {
    expect(overallUncertainty({ threshold: 0.6 }).decide([stateWith()]).stop).toBe(true);
    expect(overallUncertainty({ threshold: 0.59 }).decide([stateWith()]).stop).toBe(false);
    expect(maximumGain({ threshold: 0.02 }).decide([stateWith()]).stop).toBe(true);
    expect(maximumGain({ threshold: 0.019 }).decide([stateWith()]).stop).toBe(false);
  });
});

describe("every rule", () => {
  const rules: readonly (readonly [rule: StopRule, broken: Partial<StopState>])[] = [
    [costStop({ labelCost: 1, errorCost: 1 }), { gain: Number.NaN }],
    [targetStop({ error: 0.05 }), { audits: [2 as 1] }],
    [askedStop({ error: 0.05 }), { asked: [-1 as 1] }],
    [noImprovement(), { labels: 1.5 }],
    [stablePredictions(), { agreement: 2 }],
    [overallUncertainty(), { entropy: -1 }],
    [maximumGain(), { gain: Number.POSITIVE_INFINITY }],
  ];
  const named = rules.map(([rule, broken]) => [rule.name, rule, broken] as const);

  test.each(named)("%s rejects states that cannot be", (name, rule, broken) => {
    expect(() => rule.decide([])).toThrow(`${name}: states must be a list of at least one`);
    expect(() => rule.decide([stateWith(), stateWith(broken)])).toThrow(`${name}: states[1].${Object.keys(broken)[0]}`);
  });

  test.each(named)("%s says the same twice and names itself", (name, rule) => {
    const states = [stateWith(), stateWith({ labels: 60, audits: right(40), asked: right(60) })];
    expect(rule.decide(states)).toEqual(rule.decide(states));
    expect(rule.toJSON()).toMatchObject({ name });
  });
});
