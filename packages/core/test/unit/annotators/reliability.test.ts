// The reliability of annotators, worked by hand and as properties.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, reliability } from "../../../src/index.ts";

describe("reliability", () => {
  test("of one answer to one known item, worked by hand", () => {
    const answers = [{ item: 0, annotator: 0, answer: 0 }];
    const { confusions, belief } = reliability({ items: 1, annotators: 1, classes: 2, answers, known: [[0, 0]] });
    // Right: 0.8 x 5 expected and 1 seen of 6 in all, so 5/6 is expected in each class, worth 5 answers.
    expect([...confusions[0].data].map((value) => value.toFixed(12))).toEqual(
      [1 + 25 / 6, 5 / 6, 5 / 6, 25 / 6].map((value) => value.toFixed(12)),
    );
    expect([...belief.data]).toEqual([1, 0]);
  });

  test("items without an answer hold the shares of the classes", () => {
    const { belief } = reliability({ items: 2, annotators: 1, classes: 2, answers: [], known: [[0, 1]] });
    expect([...belief.data]).toEqual([0, 1, 0.5, 0.5]);
  });

  test("one who is always wrong about a known class is believed to mean the other", () => {
    const known = Array.from({ length: 20 }, (_, item) => [item, item % 2] as [number, number]);
    const answers: Answer[] = known.map(([item, y]) => ({ item, annotator: 0, answer: 1 - y }));
    answers.push({ item: 20, annotator: 0, answer: 1 });
    const { belief } = reliability({ items: 21, annotators: 1, classes: 2, answers, known });
    expect(belief.data[40]).toBeGreaterThan(0.8);
  });

  test("two who agree outvote a third who errs often, and are found to be better", () => {
    const answers = Array.from({ length: 30 }, (_, item) => [
      { item, annotator: 0, answer: item % 3 },
      { item, annotator: 1, answer: item % 3 },
      { item, annotator: 2, answer: (item * 7 + (item >> 1)) % 3 },
    ]).flat();
    const { confusions, belief } = reliability({ items: 30, annotators: 3, classes: 3, answers });
    for (let item = 0; item < 30; item++) expect(belief.data[item * 3 + (item % 3)]).toBeGreaterThan(0.9);
    const right = confusions.map(
      ({ data }) => (data[0] + data[4] + data[8]) / data.reduce((sum, value) => sum + value),
    );
    expect(right[0]).toBeGreaterThan(0.85);
    expect(right[2]).toBeLessThan(0.5);
  });

  test("does not depend on who has which number, and beliefs are probabilities", () => {
    const answer = fc.record({ item: fc.nat(5), annotator: fc.nat(2), answer: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 25 }), (answers) => {
        const shape = { items: 6, annotators: 3, classes: 3 };
        const plain = reliability({ ...shape, answers });
        const turned = reliability({
          ...shape,
          answers: answers.map((one) => ({ ...one, annotator: (one.annotator + 1) % 3 })),
        });
        for (let item = 0; item < 6; item++) {
          const p = [...plain.belief.data.slice(item * 3, item * 3 + 3)];
          expect(p.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
          for (let y = 0; y < 3; y++) expect(turned.belief.data[item * 3 + y]).toBeCloseTo(p[y], 9);
        }
        expect(turned.confusions[1].data[0]).toBeCloseTo(plain.confusions[0].data[0], 9);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test.each([
    [{ items: 1, annotators: 1, classes: 2, answers: [{ item: 1, annotator: 0, answer: 0 }] }, {}, "answers[0].item"],
    [{ items: 1, annotators: 1, classes: 2, answers: [{ item: 0, annotator: 1, answer: 0 }] }, {}, "annotator"],
    [{ items: 1, annotators: 1, classes: 1, answers: [] }, {}, "classes"],
    [{ items: 1, annotators: 1, classes: 2, answers: [], known: [[0, 2]] as [number, number][] }, {}, "known[0][1]"],
    [{ items: 1, annotators: 1, classes: 2, answers: [] }, { accuracy: 1 }, "above 0 and below 1"],
    [{ items: 1, annotators: 1, classes: 2, answers: [] }, { strength: 0 }, "strength"],
  ])("refuses %j %j", (problem, priors, part) => {
    expect(() => reliability(problem, priors)).toThrow(part);
  });
});
