import { describe, expect, test } from "vitest";
import { type CheckPlan, drawChecks } from "../../../src/index.ts";

/** Answers 420 of so many items; `next` says which item is answered when no check is due. Returns the checks in order. */
function labelled(plan: CheckPlan, size: number, pick: (open: readonly number[], answers: number) => number) {
  const open = new Set(Array.from({ length: size }, (_, item) => item));
  const checks: number[] = [];
  for (let answers = 0; answers < 420; answers++) {
    const pool = { size, isOpen: (item: number) => open.has(item) };
    const [drawn] = drawChecks(plan, { answers, checks: checks.length }, pool, 1);
    if (drawn !== null) checks.push(drawn);
    open.delete(drawn ?? pick([...open], answers));
  }
  return checks;
}

describe("drawChecks", () => {
  test.each([0.05, 0.1, 0.33, 0.5])("draws its share, to within one, of 420 answers: %f", (share) => {
    for (const seed of [0, 1, 2, 3]) {
      const { length } = labelled({ seed, share }, 1000, ([first]) => first);
      expect(Math.abs(length - 420 * share)).toBeLessThanOrEqual(1);
    }
  });

  test("makes up for questions that a person picked, whatever was due then", () => {
    const counts = { answers: 60, checks: 0 }; // six are owed, or so
    const drawn = drawChecks({ seed: 5, share: 0.1 }, counts, { size: 500, isOpen: () => true }, 30);
    const owed = drawn.indexOf(null);
    expect([6, 7]).toContain(owed);
    expect(drawn.filter((item) => item !== null).length - owed).toBeGreaterThanOrEqual(2);
  });

  test("questions that are handed out ahead hold the same checks at the same places as one by one", () => {
    const plan = { seed: 3, share: 0.2 };
    const open = new Set(Array.from({ length: 100 }, (_, item) => item));
    const pool = { size: 100, isOpen: (item: number) => open.has(item) };
    const ahead = drawChecks(plan, { answers: 20, checks: 4 }, pool, 30);
    let checks = 4;
    for (const [at, item] of ahead.entries()) {
      expect(drawChecks(plan, { answers: 20 + at, checks }, pool, 1)).toEqual([item]);
      if (item !== null) open.delete(item);
      if (item !== null) checks++;
    }
    expect(ahead.filter((item) => item !== null)).toHaveLength(6);
  });

  test("leaves a check that somebody else has in hand to them, and gives nobody a second one for it", () => {
    const plan = { seed: 1, share: 1 };
    const pool = { size: 50, isOpen: () => true };
    const [theirs, next] = drawChecks(plan, { answers: 10, checks: 0 }, pool, 2);
    const isTaken = (item: number) => item === theirs;
    expect(drawChecks(plan, { answers: 10, checks: 0 }, { ...pool, isTaken }, 1)).toEqual([next]);
    const tenth = { seed: 1, share: 0.1, since: { answers: 0, checks: 0 } };
    const owedOne = { answers: 9, checks: 0 };
    const [due] = drawChecks(tenth, owedOne, pool, 1);
    expect(due).not.toBeNull();
    expect(drawChecks(tenth, owedOne, { ...pool, isTaken: (item) => item === due }, 1)).toEqual([null]);
  });

  test("counts from where the share was set: 60 checks in a row owe nothing and cost nothing later", () => {
    const since = { answers: 160, checks: 70 };
    const pool = { size: 1000, isOpen: () => true };
    const drawn = drawChecks({ seed: 4, share: 0.1, since }, since, pool, 100);
    expect(drawn.filter((item) => item !== null)).toHaveLength(10);
  });

  test("draws each open item as often as any other", () => {
    const pool = { size: 40, isOpen: (item: number) => item % 2 === 0 };
    const met = new Float64Array(40);
    for (let checks = 0; checks < 4000; checks++) {
      const [item] = drawChecks({ seed: 11, share: 1 }, { answers: 10 + checks, checks }, pool, 1);
      met[item ?? -1]++;
    }
    const chi = [...met].filter((_, item) => item % 2 === 0).reduce((sum, one) => sum + (one - 200) ** 2 / 200, 0);
    expect(met.filter((_, item) => item % 2 === 1).every((one) => one === 0)).toBe(true);
    expect(chi).toBeLessThan(43.8); // 19 degrees of freedom, 0.1 %
  });

  test("a project whose labels came with its file could not be measured before five more answers", () => {
    const pool = { size: 50, isOpen: (item: number) => item >= 10 };
    expect(drawChecks({ seed: 0, share: 1 }, { answers: 0, checks: 0 }, pool, 1)).toEqual([expect.any(Number)]);
  });

  test("draws nothing where nothing is open, and none of the first five answers", () => {
    const none = { size: 3, isOpen: () => false };
    expect(drawChecks({ seed: 0, share: 1 }, { answers: 9, checks: 0 }, none, 2)).toEqual([null, null]);
    const all = { size: 9, isOpen: () => true };
    expect(drawChecks({ seed: 0, share: 1 }, { answers: 4, checks: 0 }, all, 2)).toEqual([null, expect.any(Number)]);
  });
});
