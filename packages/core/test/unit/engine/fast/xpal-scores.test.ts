// Late in a run few decisions can still change: scores are rounding away from 0 or 0, nearly all candidates could be the
// best, and the exact choice looks at nothing but those few points.
import { expect, test } from "vitest";
import {
  createPool,
  definition,
  generator,
  Labels,
  matrixFrom,
  openSession,
  rbf,
  xpal,
} from "../../../../src/index.ts";

test("chooses as the definition where few of many points can still change their decision", async () => {
  const chance = generator(3);
  const rows = Array.from({ length: 240 }, (_, i) => [(i % 2) * 9 + chance.nextUnit(), chance.nextUnit()]);
  rows.push([4.6, 0.5], [4.7, 0.5]); // between the two groups
  const weights = rows.map((_, i) => 1 + (i % 3));
  for (const evaluation of [undefined, { weights }]) {
    const pool = createPool({
      features: matrixFrom(rows),
      kernel: rbf({ bandwidth: 1.2 }),
      classes: ["a", "b"],
      ...(evaluation && { evaluation }),
    });
    let labels = Labels.none(pool);
    const fast = await openSession(pool, { worker: false });
    const plain = await definition.open(pool);
    const contenders: number[] = [];
    for (let step = 0; step < 20; step++) {
      labels = labels.add(step, step % 2);
      for (const evaluationPrior of [0.001, [0.4, 0.001]]) {
        const strategy = xpal({ evaluationPrior });
        const request = { strategy, labels, candidates: labels.unlabelled(), generator: generator(1) };
        const [found, expected] = [await fast.scores(request), await plain.scores(request)];
        expect(found.best).toEqual(expected.best);
        expect(found.scores[found.best[0]]).toBe(expected.scores[found.best[0]]);
        contenders.push(found.best.length);
      }
    }
    expect(Math.min(...contenders)).toBe(1); // there is something to choose, and at times nothing
    expect(fast.explain()).toContain("lists");
    await fast.close();
  }
});
