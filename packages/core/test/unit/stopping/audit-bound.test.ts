import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { auditBound, generator } from "../../../src/index.ts";

const outcomes = fc.array(fc.constantFrom(0 as const, 1 as const), { maxLength: 60 });

/** W(e) as it is written in the comment of the source, for audits before the second start. */
function plainEvidence(audits: readonly number[], e: number): number {
  const k = audits.filter((one) => one === 1).length;
  const ratios = [0.02, 0.2, 0.5].map((c) => c ** k * ((1 - c * e) / (1 - e)) ** (audits.length - k));
  return (ratios[0] + ratios[1] + ratios[2]) / 3 / 2;
}

describe("auditBound", () => {
  test("of one right audit equals the hand calculation", () => {
    // W(e) = (3 - 0.72 e) / (6 (1 - e)) = 1 / (1 - 0.5), so 3 - 0.72 e = 12 - 12 e and e = 9 / 11.28.
    expect(auditBound([0], 0.5)).toBeCloseTo(9 / 11.28, 12);
  });

  test("of one audit that lost half equals the hand calculation", () => {
    // W(e) = sum of (r (1 - x) + c x) / 6 with x = 1/2: (3 - 0.72 e) / (1 - e) / 2 + 0.36 = 12, so e = 20.28 / 22.56.
    expect(auditBound([0.5], 0.5)).toBeCloseTo(20.28 / 22.56, 12);
  });

  test("rises with every loss, and lies between those of right and wrong ones", () => {
    const loss = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(loss, { minLength: 1, maxLength: 30 }), loss, (losses, other) => {
        const [small, large] = [Math.min(losses[0], other), Math.max(losses[0], other)];
        const rest = losses.slice(1);
        expect(auditBound([small, ...rest], 0.9)).toBeLessThanOrEqual(auditBound([large, ...rest], 0.9) + 1e-12);
      }),
    );
  });

  test("holds for losses of any size in at least 95 of 100 sequences", () => {
    // Nine in ten cost nothing, the others 0.02 or all: 0.1 (0.7 * 0.02 + 0.3) on average.
    const chance = generator(11);
    const mean = 0.1 * (0.7 * 0.02 + 0.3);
    let broken = 0;
    for (let run = 0; run < 100; run++) {
      const losses = Array.from({ length: 120 }, () =>
        chance.nextUnit() < 0.9 ? 0 : chance.nextUnit() < 0.7 ? 0.02 : 1,
      );
      const held = losses.every((_, i) => i % 4 > 0 || auditBound(losses.slice(0, i + 1), 0.95) >= mean);
      if (!held) broken++;
    }
    expect(broken).toBeLessThanOrEqual(5);
  });

  test("is where the evidence reaches 1 / (1 - confidence)", () => {
    const audits = [0, 0, 1, 0, 0, 0, 0, 0] as const;
    expect(plainEvidence(audits, auditBound(audits, 0.95))).toBeCloseTo(20, 6);
  });

  test("needs 40 right audits for 10 %, where a single look would need 29", () => {
    // 0.9^29 < 0.05 <= 0.9^28; looking at any time and betting on more than one error costs the difference.
    const right = (count: number) => new Array<0>(count).fill(0);
    expect(auditBound(right(39), 0.95)).toBeGreaterThan(0.1);
    expect(auditBound(right(40), 0.95)).toBeLessThanOrEqual(0.1);
  });

  test("forgets, in part, the wrong audits of an early model", () => {
    const early = [...new Array<1>(10).fill(1), ...new Array<0>(90).fill(0)];
    const late = [...new Array<0>(90).fill(0), ...new Array<1>(10).fill(1)];
    expect(auditBound(early, 0.95)).toBeLessThan(auditBound(late, 0.95) / 2);
  });

  test("rises with a wrong audit, falls with a right one, and rises with the confidence", () => {
    fc.assert(
      fc.property(outcomes, fc.double({ min: 0.5, max: 0.98, noNaN: true }), (audits, confidence) => {
        const now = auditBound(audits, confidence);
        expect(now).toBeGreaterThanOrEqual(0);
        expect(now).toBeLessThanOrEqual(1);
        expect(auditBound(audits, confidence + 0.01)).toBeGreaterThanOrEqual(now);
        const flipped = audits.map((one) => (one === 0 ? 1 : 0) as 0 | 1);
        if (audits.every((one) => one === 0)) expect(auditBound(flipped, confidence)).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  test("holds at every audit of a sequence in at least 95 of 100 sequences", () => {
    // The error falls from 40 % to 8 %; the bound must never fall below the error of now.
    const chance = generator(7);
    let broken = 0;
    for (let run = 0; run < 100; run++) {
      const audits: (0 | 1)[] = [];
      let held = true;
      for (let i = 0; i < 100; i++) {
        const error = Math.max(0.08, 0.4 - i * 0.01);
        audits.push(chance.nextUnit() < error ? 1 : 0);
        if (i % 2 === 1 && auditBound(audits, 0.95) < error) held = false;
      }
      if (!held) broken++;
    }
    expect(broken).toBeLessThanOrEqual(5);
  });
});
