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

  test("of one who is measured by another, worked by hand", () => {
    const answers = [
      { item: 0, annotator: 0, answer: 0 },
      { item: 0, annotator: 1, answer: 0 },
      { item: 1, annotator: 1, answer: 0 },
    ];
    const problem = { items: 2, annotators: 2, classes: 2, answers, known: [[0, 0]] as const };
    const { confusions, belief } = reliability({ ...problem, measured: [1] });
    // On item 0 it was right: 4/5 x 5 and 1 of 6 in all. Item 1, which nobody else has answered, says nothing of it.
    const expected = [1 + 25 / 6, 5 / 6, 5 / 6, 25 / 6];
    for (let at = 0; at < 4; at++) expect(confusions[1].data[at]).toBeCloseTo(expected[at], 12);
    // Item 1: shares of the classes 2/3 and 1/3; it says a of an a in 31/36 of cases, and of a b in 6/36.
    expect(belief.data[2]).toBeCloseTo((2 * 31) / (2 * 31 + 6), 12);
  });

  test("one who always says the same was believed, and made the other look wrong; not when measured by the other", () => {
    const answers = Array.from({ length: 20 }, (_, item) => [
      { item, annotator: 0, answer: item % 2 },
      { item, annotator: 1, answer: 0 },
    ]).flat();
    const problem = { items: 20, annotators: 2, classes: 2, answers };
    expect(reliability(problem).belief.data[2 * 1 + 1]).toBeLessThan(0.1); // the model of Dawid and Skene by itself
    const { belief, confusions } = reliability({ ...problem, measured: [1] });
    const alone = reliability({ ...problem, answers: answers.filter(({ annotator }) => annotator === 0) });
    for (let item = 0; item < 20; item++) expect(belief.data[item * 2 + (item % 2)]).toBeGreaterThan(0.7);
    expect([...confusions[0].data]).toEqual([...alone.confusions[0].data]);
  });

  test.each([
    [{ measured: [2] }, "problem.measured[0]"],
    [{ measured: 1 as never }, "problem.measured must be a list of annotators"],
  ])("rejects %j", (more, part) => {
    expect(() => reliability({ items: 1, annotators: 2, classes: 2, answers: [], ...more })).toThrow(part);
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

  test("is what taking item by item gives, though items that were answered alike are taken together", () => {
    const answer = fc.record({ item: fc.nat(9), annotator: fc.nat(2), answer: fc.nat(1) });
    const known = fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(1)), { selector: ([item]) => item, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 30 }), known, (answers, certain) => {
        const plain = itemByItem(10, 3, 2, answers, new Map(certain));
        const { belief, confusions } = reliability({ items: 10, annotators: 3, classes: 2, answers, known: certain });
        for (const { item } of answers) {
          for (const y of [0, 1]) expect(belief.data[item * 2 + y]).toBeCloseTo(plain.belief[item][y], 9);
        }
        confusions.forEach(({ data }, a) => {
          for (let at = 0; at < 4; at++) expect(data[at]).toBeCloseTo(plain.confusions[a][at >> 1][at & 1], 7);
        });
      }),
      { seed: 3, numRuns: 100 },
    );
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
  ])("rejects %j %j", (problem, priors, part) => {
    expect(() => reliability(problem, priors)).toThrow(part);
  });
});

/** The same estimate as the guide has it (docs/guide/annotators.md), with accuracy 0.8 worth 5 answers. */
function itemByItem(
  items: number,
  annotators: number,
  classes: number,
  answers: readonly Answer[],
  known: ReadonlyMap<number, number>,
) {
  const all = Array.from({ length: classes }, (_, y) => y);
  const scaled = (p: readonly number[]) => p.map((one) => one / p.reduce((sum, value) => sum + value, 0));
  const certain = (item: number, p: readonly number[]) =>
    known.has(item) ? all.map((y) => (y === known.get(item) ? 1 : 0)) : p;
  const of = (item: number) => answers.filter((one) => one.item === item);
  const answered = Array.from({ length: items }, (_, item) => item).filter((item) => of(item).length > 0);
  const start = (item: number) => scaled(all.map((y) => of(item).filter(({ answer }) => answer === y).length));
  let belief = Object.fromEntries(answered.map((item) => [item, certain(item, start(item))]));
  const trust = () =>
    Array.from({ length: annotators }, (_, a) => {
      const own = answers.filter(({ annotator }) => annotator === a);
      const count = all.map((y) =>
        all.map((r) => own.reduce((sum, { item, answer }) => sum + (answer === r ? belief[item][y] : 0), 0)),
      );
      const right = (4 + all.reduce((sum, y) => sum + count[y][y], 0)) / (5 + own.length);
      return count.map((row, y) => row.map((n, r) => n + 5 * (r === y ? right : (1 - right) / (classes - 1))));
    });
  let confusions = trust();
  for (let step = 0; step < 200; step++) {
    const before = belief;
    const shares = scaled(all.map((y) => 1 + answered.reduce((sum, item) => sum + belief[item][y], 0)));
    const chance = (a: number, y: number, r: number) => scaled(confusions[a][y])[r];
    const now = (item: number) =>
      scaled(all.map((y) => of(item).reduce((p, one) => p * chance(one.annotator, y, one.answer), shares[y])));
    belief = Object.fromEntries(answered.map((item) => [item, certain(item, now(item))]));
    confusions = trust();
    if (answered.every((item) => all.every((y) => Math.abs(before[item][y] - belief[item][y]) < 1e-10))) break;
  }
  return { belief, confusions };
}
