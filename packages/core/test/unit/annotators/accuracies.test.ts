import { describe, expect, test } from "vitest";
import { type Answer, accuracies, generator } from "../../../src/index.ts";

/** Answers of people to items, each by some of them; a wrong answer is any other class. */
function answersOf(shares: readonly number[], shared: number, opinions: number, classes: number, seed: number) {
  const draw = generator(seed);
  const truth = Array.from({ length: shared }, () => draw.nextIndex(classes));
  const answers = truth.flatMap((y, item): Answer[] => {
    const order = shares.map((_, annotator) => [draw.nextUnit(), annotator]).sort(([a], [b]) => a - b);
    return order.slice(0, opinions).map(([, annotator]) => {
      const isRight = draw.nextUnit() < shares[annotator];
      return { item, annotator, answer: isRight ? y : (y + 1 + draw.nextIndex(classes - 1)) % classes };
    });
  });
  return { items: shared, annotators: shares.length, classes, answers, truth };
}

describe("accuracies", () => {
  test("the range of two annotators held the truth in 12 and 30 % of runs: it is wide, and nobody is put first", () => {
    const { truth: _, ...problem } = answersOf([0.92, 0.6], 40, 2, 5, 3);
    const found = accuracies(problem);
    for (const { low, high } of found.accuracies) expect(high - low).toBeGreaterThan(0.3);
    expect(found.ahead.data[1]).toBeGreaterThan(0.05);
    expect(found.ahead.data[1]).toBeLessThan(0.95);
  });

  test("ranges that left out that the truth is unknown held it in 17 % of runs: they hold it in 85 % or more", () => {
    const shares = [0.92, 0.85, 0.75, 0.75, 0.6];
    let [held, said, swapped] = [0, 0, 0];
    for (let run = 0; run < 40; run++) {
      const { truth: _, ...problem } = answersOf(shares, 60, 3, 5, run);
      const found = accuracies(problem);
      shares.forEach((share, a) => {
        const { low, high } = found.accuracies[a];
        held += low <= share && share <= high ? 1 : 0;
        shares.forEach((other, b) => {
          if (share - other < 0.15 - 1e-9) return;
          said += found.ahead.data[a * 5 + b] >= 0.95 ? 1 : 0;
          swapped += found.ahead.data[b * 5 + a] >= 0.95 ? 1 : 0;
        });
      });
    }
    expect(held / 200).toBeGreaterThan(0.85);
    expect(said).toBeGreaterThan(50);
    expect(swapped / (40 * 6)).toBeLessThan(0.05);
  });

  test("equal those of the binomial distribution where all items are known", () => {
    const { truth, ...problem } = answersOf([0.9, 0.6], 400, 2, 3, 5);
    const known = truth.map((y, item) => [item, y] as const);
    const found = accuracies({ ...problem, known });
    for (const a of [0, 1]) {
      const own = problem.answers.filter(({ annotator }) => annotator === a);
      const share = own.filter(({ item, answer }) => answer === truth[item]).length / own.length;
      const half = 1.645 * Math.sqrt((share * (1 - share)) / own.length);
      expect(found.accuracies[a].value).toBeCloseTo(share, 1.7);
      expect(found.accuracies[a].high - found.accuracies[a].low).toBeGreaterThan(1.6 * half);
      expect(found.accuracies[a].high - found.accuracies[a].low).toBeLessThan(2.4 * half);
    }
    expect(found.ahead.data[1]).toBe(1);
  });

  test("draw the same from the same seed", () => {
    const { truth: _, ...problem } = answersOf([0.9, 0.7, 0.6], 30, 2, 3, 1);
    expect(accuracies(problem, {}, 4)).toEqual(accuracies(problem, {}, 4));
    expect(accuracies(problem, {}, 4)).not.toEqual(accuracies(problem, {}, 5));
  });

  test("items of one annotator alone change nothing", () => {
    const { truth: _, ...problem } = answersOf([0.9, 0.7, 0.6], 30, 2, 3, 1);
    const alone = Array.from({ length: 50 }, (_, at) => ({ item: 30 + at, annotator: 0, answer: 0 }));
    expect(accuracies({ ...problem, items: 80, answers: [...problem.answers, ...alone] }).accuracies).toHaveLength(3);
    const one = accuracies({
      items: 50,
      annotators: 1,
      classes: 3,
      answers: alone.map((a) => ({ ...a, item: a.item - 30 })),
    });
    expect(one.accuracies[0].high - one.accuracies[0].low).toBeGreaterThan(0.5);
  });

  test.each([
    [{ items: 0, annotators: 1, classes: 2, answers: [] }, {}, "accuracies: problem.items"],
    [{ items: 1, annotators: 1, classes: 2, answers: [], measured: [0] }, {}, "problem.measured is unknown"],
    [{ items: 1, annotators: 1, classes: 2, answers: [] }, { accuracy: 0 }, "above 0 and below 1"],
  ])("rejects %j %j", (problem, priors, part) => {
    expect(() => accuracies(problem, priors)).toThrow(part);
  });
});
