import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agreementOf, confusionOf, isUnsettled } from "../../../src/protocol/agreement-of.ts";
import { fleissKappa, krippendorffAlpha } from "../../../src/protocol/all-agree.ts";
import type { Fact } from "../../../src/protocol/fold.ts";

const fact = (to: Fact["to"], by: string, asked = true): Fact => ({
  to,
  by,
  event: "e",
  at: "",
  order: 1,
  asked: asked ? { from: "best" } : undefined,
});

/** One row per person, one column per item; null where the person said nothing. */
function opinionsOf(rows: readonly (readonly (number | null)[])[]): Map<number, Map<string, Fact>> {
  const opinions = new Map<number, Map<string, Fact>>();
  rows.forEach((row, who) => {
    row.forEach((to, item) => {
      if (to === null) return;
      const given = opinions.get(item) ?? new Map<string, Fact>();
      opinions.set(item, given.set(`p${who}`, fact(to, `p${who}`)));
    });
  });
  return opinions;
}

describe("Krippendorff's alpha", () => {
  test("of four observers and twelve units is the 0.743 of Krippendorff's own example", () => {
    // Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: nominal data with missing values.
    const n = null;
    const rows = [
      [1, 2, 3, 3, 2, 1, 4, 1, 2, n, n, n],
      [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, n, 3],
      [n, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, n],
      [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, n],
    ];
    const { alpha, items, answers } = krippendorffAlpha(opinionsOf(rows));
    expect(alpha).toBeCloseTo(0.743, 3);
    expect([items, answers]).toEqual([11, 40]); // the last unit has one answer, which says nothing
  });
  test("is 1 for people who always agree, and not defined where all say one class", () => {
    expect(
      krippendorffAlpha(
        opinionsOf([
          [0, 1, 2],
          [0, 1, 2],
        ]),
      ).alpha,
    ).toBe(1);
    expect(
      krippendorffAlpha(
        opinionsOf([
          [0, 0],
          [0, 0],
        ]),
      ).alpha,
    ).toBeNull();
    expect(krippendorffAlpha(new Map()).alpha).toBeNull();
  });
  test("does not depend on the order of people and items, nor on the numbers of the classes", () => {
    const table = fc.array(fc.array(fc.option(fc.nat(3)), { minLength: 6, maxLength: 6 }), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(table, (rows) => {
        const turned = [...rows].reverse().map((row) => [...row].reverse().map((to) => (to === null ? null : 9 - to)));
        const [a, b] = [rows, turned].map((one) => krippendorffAlpha(opinionsOf(one)).alpha);
        if (a === null) expect(b).toBeNull();
        else expect(b).toBeCloseTo(a, 12);
      }),
    );
  });
});

describe("Fleiss' kappa", () => {
  test("of three people and four items equals the hand calculation", () => {
    // Per item: (3,0) -> 1, (2,1) -> 1/3, (0,3) -> 1, (1,2) -> 1/3; observed 2/3. Shares 6/12 and 6/12: chance 1/2.
    const rows = [
      [0, 0, 1, 0],
      [0, 0, 1, 1],
      [0, 1, 1, 1],
    ];
    expect(fleissKappa(opinionsOf(rows))).toEqual({ people: 3, items: 4, kappa: expect.closeTo(1 / 3, 12) });
  });
  test("takes the items with the commonest number of answers", () => {
    expect(
      fleissKappa(
        opinionsOf([
          [0, 1, 0],
          [0, 1, 1],
          [null, null, 1],
        ]),
      ),
    ).toMatchObject({ people: 2, items: 2, kappa: 1 });
    expect(fleissKappa(opinionsOf([[0, 1]]))).toBeNull();
  });
});

test("confusion counts what a person said of what counts, where somebody else has answered too", () => {
  const opinions = opinionsOf([
    [0, 1, 1, 0],
    [0, 0, 1, null],
  ]);
  const facts = new Map([0, 0, 1, 0].map((to, item) => [item, fact(to, "p1")]));
  expect(confusionOf({ facts, opinions })).toEqual([
    {
      name: "p0",
      items: 3,
      counts: { 0: { 0: 1, 1: 1 }, 1: { 1: 1 } },
    },
    {
      name: "p1",
      items: 3,
      counts: { 0: { 0: 2 }, 1: { 1: 1 } },
    },
  ]);
});

test("a reviewer who had decided two disputes agreed with one person in all and with the other in none", () => {
  const opinions = opinionsOf([
    [0, 1, 0],
    [1, 0, 0],
  ]);
  const before = [agreementOf(opinions), krippendorffAlpha(opinions), fleissKappa(opinions)];
  for (const item of [0, 1]) opinions.get(item)?.set("Rita", { ...fact(item, "Rita", false), order: 9 });
  expect([agreementOf(opinions), krippendorffAlpha(opinions), fleissKappa(opinions)]).toEqual(before);
  expect(before[0]).toEqual([{ names: ["p0", "p1"], items: 3, agreed: 1, kappa: expect.closeTo(-0.5, 12) }]);
  const facts = new Map([0, 1, 2].map((item) => [item, fact(item % 2, "Rita", false)]));
  expect(confusionOf({ facts, opinions }).map(({ name, items }) => [name, items])).toEqual([
    ["p0", 3],
    ["p1", 3],
  ]);
});

test("a dispute is settled by a decision in review, and by nothing else", () => {
  const opinions = opinionsOf([[0], [1]]);
  expect(isUnsettled({ opinions, facts: new Map([[0, fact(1, "p1")]]) }, 0)).toBe(true);
  expect(isUnsettled({ opinions, facts: new Map([[0, fact(1, "r", false)]]) }, 0)).toBe(false);
});
