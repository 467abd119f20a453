// Whom to ask: equal to xPAL where nobody errs, and sensible where somebody does.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Answer,
  askWhom,
  createPool,
  Labels,
  learnedKernel,
  matrixFrom,
  query,
  rbf,
  xpal,
} from "../../../src/index.ts";

/** So sure of everybody that answers are labels. */
const NOBODY_ERRS = { accuracy: 1 - 1e-12, strength: 1e9 };
const kernel = rbf({ bandwidth: 1 });

describe("askWhom", () => {
  test("gives xPAL's gains where nobody errs", async () => {
    const place = fc.double({ min: -3, max: 3, noNaN: true });
    const answered = fc.uniqueArray(fc.record({ item: fc.nat(7), answer: fc.nat(2) }), {
      selector: ({ item }) => item,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(place, place), { minLength: 8, maxLength: 8 }),
        answered,
        async (rows, given) => {
          const pool = createPool({ features: matrixFrom(rows), kernel, classes: ["a", "b", "c"] });
          const answers = given.map((one) => ({ ...one, annotator: 0 }));
          const labels = Labels.from(
            pool,
            given.map(({ item, answer }) => [item, pool.classes[answer]]),
          );
          const { scores } = await query({ pool, labels, strategy: xpal() });
          const candidates = labels.unlabelled();
          const questions = askWhom(pool, { annotators: 1, answers, candidates }, NOBODY_ERRS);
          for (const { item, gain, secondOpinion } of questions) {
            expect(secondOpinion).toBe(false);
            expect(gain).toBeCloseTo(scores[item], 6);
          }
        },
      ),
      { seed: 5, numRuns: 60 },
    );
  });

  test("asks the better one for a second opinion where a poor one has answered alone", () => {
    // Two far groups of which one was answered by somebody who is wrong half of the time on known items.
    const features = matrixFrom([...Array.from({ length: 12 }, (_, i) => [100 + 50 * i]), [0], [0.1], [0.2]]);
    const pool = createPool({ features, kernel, classes: ["a", "b"] });
    const known = Array.from({ length: 12 }, (_, item) => [item, item % 2] as [number, number]);
    const answers: Answer[] = known.flatMap(([item, y]) => [
      { item, annotator: 0, answer: item % 4 < 2 ? y : 1 - y },
      { item, annotator: 1, answer: y },
    ]);
    for (const item of [12, 13, 14]) answers.push({ item, annotator: 0, answer: 0 });
    const [best] = askWhom(pool, { annotators: 2, answers, known });
    expect(best.annotator).toBe(1);
    expect(best.secondOpinion).toBe(true);
    expect(best.gain).toBeGreaterThan(0);
  });

  test("orders by gain per cost, asks nobody twice, and keeps to who is present", () => {
    const pool = createPool({ features: matrixFrom([[0], [1], [5]]), kernel, classes: ["a", "b"] });
    const answers = [{ item: 0, annotator: 0, answer: 0 }];
    const questions = askWhom(pool, { annotators: 2, answers, costs: [1, 4] });
    expect(questions).toHaveLength(5);
    expect(questions.some(({ item, annotator }) => item === 0 && annotator === 0)).toBe(false);
    for (const { annotator, gain, worth } of questions) expect(worth).toBe(annotator === 0 ? gain : gain / 4);
    expect(questions.map(({ worth }) => worth)).toEqual(questions.map(({ worth }) => worth).sort((a, b) => b - a));
    const present = askWhom(pool, { annotators: 2, answers, present: [1], candidates: [2] });
    expect(present.map(({ item, annotator }) => [item, annotator])).toEqual([[2, 1]]);
  });

  test("says how much an answer tells of the item itself, worked by hand", () => {
    const pool = createPool({ features: matrixFrom([[0], [100]]), kernel, classes: ["a", "b"] });
    const answers = [{ item: 1, annotator: 0, answer: 0 }];
    const questions = askWhom(pool, { annotators: 2, answers, known: [[1, 0]] });
    const entropy = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);
    // Item 0 is a or b with 1/2 each. Annotator 0 has been right about class a once: the logit x of the share p, normal
    // around ln 4 with variance 3.5, rises until 1 - p = (x - ln 4) / 3.5. Of that 0.5 / 3.5 are the mean's, and with it
    // annotator 1's. A share counts as 5 answers; of annotator 0 there is 1 more to class a.
    let x = Math.log(4);
    for (let step = 0; step < 100; step++) x = Math.log(4) + 3.5 * (1 - 1 / (1 + Math.exp(-x)));
    const p = 1 / (1 + Math.exp(-x));
    const other = 1 / (1 + Math.exp(-(Math.log(4) + (x - Math.log(4)) / 7)));
    const [aOfA, aOfB] = [(1 + 5 * p) / 6, 1 - p];
    const after = (ofA: number, ofB: number) => ((ofA + ofB) / 2) * entropy(ofA / (ofA + ofB));
    const expected = [Math.log(2) - after(aOfA, aOfB) - after(1 - aOfA, 1 - aOfB), Math.log(2) - entropy(other)];
    const told = questions.filter(({ item }) => item === 0);
    expect(told).toHaveLength(2);
    for (const { annotator, information } of told) expect(information).toBeCloseTo(expected[annotator], 9);
  });

  test.each([
    [{ annotators: 1, answers: [], costs: [0] }, "costs[0] must be above 0"],
    [{ annotators: 1, answers: [], candidates: [9] }, "candidates"],
    [{ annotators: 1, answers: [], present: [1] }, "present"],
    [{ annotators: 0, answers: [] }, "annotators"],
  ])("rejects %j", (problem, part) => {
    const pool = createPool({ features: matrixFrom([[0], [1]]), kernel, classes: ["a", "b"] });
    expect(() => askWhom(pool, problem)).toThrow(part);
  });

  test("rejects the learned kernel", () => {
    const pool = createPool({
      features: matrixFrom([[0], [1]]),
      kernel: learnedKernel({ base: kernel }),
      classes: ["a", "b"],
    });
    expect(() => askWhom(pool, { annotators: 1, answers: [] })).toThrow("must be one that does not learn");
  });
});
