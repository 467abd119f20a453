// The reliability of annotators, worked by hand and as properties.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Answer, generator, reliability } from "../../../src/index.ts";

describe("reliability", () => {
  test("of one answer to one known item, worked by hand", () => {
    const answers = [{ item: 0, annotator: 0, answer: 0 }];
    const { confusions, belief } = reliability({ items: 1, annotators: 1, classes: 2, answers, known: [[0, 0]] });
    // The logit x of the share p is normal around logit 0.8 with variance 3 + 0.5: at its most probable value one right
    // answer pulls up as much, 1 - p, as the prior pulls down, (x - logit 0.8) / 3.5. The share counts as 5 answers.
    const p = confusions[0].data[3] / 5;
    expect(1 - p).toBeCloseTo((Math.log(p / (1 - p)) - Math.log(4)) / 3.5, 9);
    expect(p).toBeGreaterThan(0.85);
    const rest = [1 + 5 * p, 5 - 5 * p, 5 - 5 * p, 5 * p];
    for (let at = 0; at < 4; at++) expect(confusions[0].data[at]).toBeCloseTo(rest[at], 12);
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

  test("items that one person alone answered were evidence for that person, and the better one of two looked worse", () => {
    // 40 shared items of five classes, the first right in 36, the second in 27, and 30 items of each alone.
    const draw = generator(7);
    const answers: Answer[] = [];
    for (let item = 0; item < 40; item++) {
      const y = item % 5;
      answers.push({ item, annotator: 0, answer: item < 36 ? y : (y + 1) % 5 });
      answers.push({ item, annotator: 1, answer: item >= 13 ? y : (y + 1 + draw.nextIndex(4)) % 5 });
    }
    const problem = { items: 100, annotators: 2, classes: 5, answers };
    const shared = reliability(problem);
    for (let item = 40; item < 100; item++) {
      answers.push({ item, annotator: item < 70 ? 0 : 1, answer: draw.nextIndex(5) });
    }
    const all = reliability(problem);
    const rightOf = ({ data }: { data: Float64Array }) =>
      [0, 6, 12, 18, 24].reduce((sum, at) => sum + data[at], 0) / data.reduce((sum, value) => sum + value);
    const [first, second] = all.confusions.map(rightOf);
    // Items of one person alone tell how common the classes are, and nothing else.
    expect(Math.abs(first - rightOf(shared.confusions[0]))).toBeLessThan(0.03);
    expect(Math.abs(second - rightOf(shared.confusions[1]))).toBeLessThan(0.03);
    expect(Math.abs(first - second)).toBeLessThan(0.2); // it was .61 and .97: two alone do not tell who is right
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

/** The same estimate as the guide has it (docs/guide/annotators.md), item by item. */
function itemByItem(
  items: number,
  annotators: number,
  classes: number,
  answers: readonly Answer[],
  known: ReadonlyMap<number, number>,
) {
  const all = Array.from({ length: classes }, (_, y) => y);
  const people = Array.from({ length: annotators }, (_, a) => a);
  const scaled = (p: readonly number[]) => p.map((one) => one / p.reduce((sum, value) => sum + value, 0));
  const of = (item: number) => answers.filter((one) => one.item === item);
  const answered = Array.from({ length: items }, (_, item) => item).filter((item) => of(item).length > 0);
  const tells = (item: number) => known.has(item) || new Set(of(item).map(({ annotator }) => annotator)).size > 1;
  const evidence = answers.filter(({ item }) => tells(item));
  const believed = (shares: readonly number[], chance: (one: Answer, y: number) => number) =>
    Object.fromEntries(
      answered.map((item) => [
        item,
        known.has(item)
          ? all.map((y) => (y === known.get(item) ? 1 : 0))
          : scaled(all.map((y) => of(item).reduce((p, one) => p * chance(one, y), shares[y]))),
      ]),
    );
  let logits = people.map(() => Math.log(4));
  let shares = all.map(() => 1 / classes);
  const share = (a: number) => 1 / (1 + Math.exp(-logits[a]));
  const coin = ({ annotator, answer }: Answer, y: number) =>
    answer === y ? share(annotator) : (1 - share(annotator)) / (classes - 1);
  for (let step = 0; step < 500; step++) {
    const belief = believed(shares, coin);
    shares = scaled(all.map((y) => 1 + answered.reduce((sum, item) => sum + belief[item][y], 0)));
    const mean = (logits.reduce((sum, x) => sum + x, 0) / 3 + Math.log(4) / 0.5) / (annotators / 3 + 1 / 0.5);
    const moves = people.map((a) => {
      const own = evidence.filter(({ annotator }) => annotator === a);
      const right = own.reduce((sum, { item, answer }) => sum + belief[item][answer], 0);
      const [p, n] = [share(a), own.length];
      const move = (right - n * p - (logits[a] - mean) / 3) / (n * p * (1 - p) + 1 / 3);
      return Math.max(-1, Math.min(1, move));
    });
    logits = logits.map((x, a) => x + moves[a]);
    if (moves.every((move) => Math.abs(move) < 1e-10)) break;
  }
  const judged = believed(shares, coin);
  const confusions = people.map((a) =>
    all.map((y) =>
      all.map((r) => {
        const own = evidence.filter(({ annotator, answer }) => annotator === a && answer === r);
        const expected = 5 * (r === y ? share(a) : (1 - share(a)) / (classes - 1));
        return expected + own.reduce((sum, { item }) => sum + judged[item][y], 0);
      }),
    ),
  );
  const chance = ({ annotator, answer }: Answer, y: number) => scaled(confusions[annotator][y])[answer];
  return { belief: believed(shares, chance), confusions };
}
