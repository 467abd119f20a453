import fc from "fast-check";
import { expect, test } from "vitest";
import { Learner, matrixFrom } from "xpal";
import { Columns } from "../../src/server/scoring/columns.ts";
import { LiveFrequencies } from "../../src/server/scoring/live-frequencies.ts";
import { worthOf } from "../../src/server/scoring/worth-of.ts";

const places = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 4,
  maxLength: 14,
});
const answers = fc.array(fc.tuple(fc.nat(13), fc.nat(2)), { maxLength: 10 });

test("the worth of each answer is the core's preview", async () => {
  await fc.assert(
    fc.asyncProperty(places, answers, fc.nat(13), async (rows, given, asked) => {
      const features = matrixFrom(rows.map(([x, y]) => [x / 3, y / 3]));
      const learner = await Learner.create({ features, classes: ["a", "b", "c"], engine: "definition" });
      const live = new LiveFrequencies(learner.pool, new Columns(learner.pool));
      for (const [at, y] of given) {
        const item = at % rows.length;
        if (learner.labels.has(item)) await learner.unlabel(item);
        await learner.label(item, ["a", "b", "c"][y]);
        live.set(item, y);
      }
      const item = asked % rows.length;
      const expected = await learner.preview(item);
      const worths = worthOf(live.values, new Columns(learner.pool).of(item), item, 3, 99);
      worths.forEach((worth, y) => {
        expect(worth.probability).toBeCloseTo(expected.answers[y].probability, 12);
        expect(worth.gain).toBeCloseTo(expected.answers[y].gain, 12);
      });
    }),
    { numRuns: 60 },
  );
});
