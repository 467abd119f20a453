// What is kept from label to label has the bits of summing anew, whatever the way to the labels, and at any number.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createPool,
  generator,
  type Kernel,
  Labels,
  matrix,
  type Pool,
  precomputed,
  rbf,
} from "../../../../src/index.ts";
import { LeftOut } from "../../../../src/kernels/learning/left-out.ts";
import { scaleBank } from "../../../../src/kernels/learning/scale-bank.ts";

function poolOf(size: number, base: Kernel = rbf({ bandwidth: 0.8 })): Pool {
  const chance = generator(7);
  const cols = base.name === "precomputed" ? size : 3;
  const data = Float64Array.from({ length: size * cols }, () => chance.nextUnit());
  return createPool({
    features: matrix(size, cols, data),
    kernel: base,
    classes: [0, 1, 2],
  });
}

const BANK = { scales: [0.25, 1, 4], localities: [0, 1], neighbour: 5, shareWeight: 0.1, scaleWidth: 1 };

function bankOf({ kernel, features }: Pool) {
  return scaleBank({ ...BANK, base: kernel }).bankOn(features);
}

function sumsOf(leftOut: LeftOut, labels: Labels): number[][] {
  const at = leftOut.at(labels);
  return labels.labelled.map(({ index }) => Array.from(at(index).data));
}

describe("leave-one-out frequencies", () => {
  test.each([rbf({ bandwidth: 0.8 }), precomputed()])("do not depend on the way to the labels: %o", (base) => {
    const pool = poolOf(12, base);
    const steps = fc.array(fc.tuple(fc.nat(11), fc.nat(2), fc.boolean()), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(steps, (moves) => {
        const kept = new LeftOut(bankOf(pool));
        let labels = Labels.none(pool);
        for (const [index, y, away] of moves) {
          labels = away && labels.has(index) ? labels.remove(index) : labels.add(index, y);
          kept.at(labels);
        }
        expect(sumsOf(kept, labels)).toEqual(sumsOf(new LeftOut(bankOf(pool)), labels));
      }),
      { seed: 3, numRuns: 40 },
    );
  });

  test("are sums of the members' values over the other labelled items", () => {
    const pool = poolOf(6);
    const labels = Labels.none(pool).add(1, 0).add(2, 2).add(2, 2).add(4, 0).add(5, 1);
    const { base, features, members } = bankOf(pool);
    const plain = members.findIndex(({ scale, locality }) => scale === 1 && locality === 0);
    const found = new LeftOut(bankOf(pool))
      .at(labels)(4)
      .data.slice(3 * plain, 3 * plain + 3);
    const to = (j: number) => base.similarity(features, 4, features, j);
    for (const [y, sum] of [to(1), to(5), 2 * to(2)].entries()) expect(found[y]).toBeCloseTo(sum, 14);
  });

  test("of more than a thousand labels change by those that came alone", () => {
    const pool = poolOf(1200);
    const bank = scaleBank({ ...BANK, base: pool.kernel });
    const labelled = Array.from({ length: 1100 }, (_, i): [number, number, number] => [i, i % 3, 1]);
    const before = Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] });
    bank.scoresAt(pool.features, before);
    const after = before.add(1150, 2).remove(17);
    const fresh = scaleBank({ ...BANK, base: pool.kernel });
    expect(bank.scoresAt(pool.features, after)).toEqual(fresh.scoresAt(pool.features, after));
  });
});
