import { describe, expect, test } from "vitest";
import { type ClassChange, classRejection, liveClasses } from "../../../src/protocol/classes.ts";
import { alwaysBest, costRows, errorCost } from "../../../src/protocol/error-costs.ts";
import type { LoggedEvent, Settings } from "../../../src/protocol/events.ts";
import { apply, nothing } from "../../../src/protocol/fold.ts";
import { riskInForce, riskRejection } from "../../../src/protocol/risk-in-force.ts";

test("errors that nothing was told about cost 1, right answers nothing", () => {
  expect(errorCost(undefined, 1, 2)).toBe(1);
  expect(errorCost({ "1>2": 50 }, 1, 2)).toBe(50);
  expect(errorCost({ "1>2": 50 }, 2, 1)).toBe(1);
  expect(errorCost({ "1>1": 9 }, 1, 1)).toBe(0);
});

test("rows follow the classes that are in use, and are absent where all errors cost the same", () => {
  const costs = { "3>1": 50, "7>1": 4 };
  expect(costRows(costs, [1, 3])).toEqual([
    [0, 1],
    [50, 0],
  ]);
  expect(costRows(costs, [1, 2])).toBe(null);
  expect(costRows({ "1>2": 0, "2>1": 0 }, [1, 2])).toBe(null);
});

test("an answer that is always best is named", () => {
  expect(alwaysBest({ "1>2": 0 }, [1, 2])).toBe(2);
  expect(alwaysBest({ "1>2": 50 }, [1, 2])).toBe(null);
});

describe("costs while classes change", () => {
  const INITIAL = ["ok", "fraud", "odd"];
  const told = { "1>0": 50, "2>0": 7 };
  function after(...changes: ClassChange[]) {
    const state = nothing(INITIAL);
    changes.forEach((body, at) => {
      apply(state, { sequence: at + 1, id: `event-${at}`, at: "", kind: "class", body } as LoggedEvent);
    });
    const live = liveClasses(state);
    const rows = costRows(
      told,
      live.map(({ id }) => id),
    );
    return { names: live.map(({ name }) => name), rows };
  }

  test("a renamed class keeps its costs", () => {
    expect(after({ do: "rename", class: 1, name: "swindle" })).toEqual({
      names: ["ok", "swindle", "odd"],
      rows: [
        [0, 1, 1],
        [50, 0, 1],
        [7, 1, 0],
      ],
    });
  });

  test("errors with a class that is added cost 1, those of before what they did", () => {
    expect(after({ do: "add", class: 3, name: "late" }).rows).toEqual([
      [0, 1, 1, 1],
      [50, 0, 1, 1],
      [7, 1, 0, 1],
      [1, 1, 1, 0],
    ]);
  });

  test("a merged class has the costs of the one that it went into; a retired one takes its own along and brings them back", () => {
    expect(after({ do: "merge", class: 2, into: 1 }).rows).toEqual([
      [0, 1],
      [50, 0],
    ]);
    expect(after({ do: "retire", class: 1 }).rows).toEqual([
      [0, 1],
      [7, 0],
    ]);
    expect(after({ do: "retire", class: 1 }, { do: "restore", class: 1 }).rows).toEqual(after().rows);
  });

  test("costs follow the order in which classes are offered", () => {
    expect(after({ do: "order", classes: [1, 2, 0] })).toEqual({
      names: ["fraud", "odd", "ok"],
      rows: [
        [0, 1, 50],
        [1, 0, 7],
        [1, 1, 0],
      ],
    });
  });
});

describe("a project that grew past 256 classes kept costs that make a question take minutes:", () => {
  const many = (count: number) => Array.from({ length: count }, (_, y) => `kind ${y}`);
  const sentence = "costs and the balanced error are for at most 256 classes, not for 257";

  test.each<[Settings]>([[{ measure: "balanced" }], [{ errorCosts: { "1>0": 50 } }]])(
    "now one more class is rejected under %j, a rename is not",
    (settings) => {
      const stateOf = (count: number) => ({ ...nothing(many(count)), settings });
      const add = { do: "add", class: 10_000, name: "one more" } as const;
      expect(classRejection(stateOf(256), add)).toContain(sentence);
      expect(classRejection(stateOf(255), add)).toBeNull();
      expect(classRejection({ ...stateOf(256), settings: {} }, add)).toBeNull();
      expect(classRejection(stateOf(256), { do: "rename", class: 3, name: "other" })).toBeNull();
      const grown = stateOf(257);
      grown.classes.set(3, { name: "kind 3", retired: true });
      expect(classRejection(grown, { do: "restore", class: 3 })).toContain(sentence);
    },
  );

  test("one that is there already goes on by errors, and says why", () => {
    const numbers = Array.from({ length: 257 }, (_, y) => y);
    const settings: Settings = { measure: "balanced", errorCosts: { "1>0": 50 } };
    expect(riskInForce(settings, numbers)).toEqual({ costs: null, measure: "mean" });
    expect(riskRejection(settings, numbers)).toContain(sentence);
    const { costs, measure } = riskInForce(settings, numbers.slice(0, 256));
    expect([costs?.length, measure]).toEqual([256, "balanced"]);
    expect(riskRejection(settings, numbers.slice(0, 256))).toBeNull();
    expect(riskRejection({ errorCosts: { "1>0": 1 } }, numbers)).toBeNull(); // all errors cost 1
  });
});
