import fc from "fast-check";
import { expect, test } from "vitest";
import { createPool, Learner, matrixFrom, openSession, rbf, xpalAdaptive } from "xpal";
import { worthOf } from "../../src/server/scoring/worth-of.ts";

const places = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })), {
  minLength: 4,
  maxLength: 14,
});
const answers = fc.array(fc.tuple(fc.nat(13), fc.nat(2)), { maxLength: 14 });
const base = rbf({ bandwidth: 1 });

test.each([
  ["paper's", { kernel: base }],
  ["adaptive", xpalAdaptive({ base })],
])("the worth of each answer is the core's preview with the %s model", async (_, model) => {
  await fc.assert(
    fc.asyncProperty(places, answers, fc.nat(13), async (rows, given, asked) => {
      const features = matrixFrom(rows.map(([x, y]) => [x / 3, y / 3]));
      const classes = ["a", "b", "c"];
      const learner = await Learner.create({ features, classes, engine: "definition", ...model });
      for (const [at, y] of given) {
        const item = at % rows.length;
        if (learner.labels.has(item)) await learner.unlabel(item);
        await learner.label(item, classes[y]);
      }
      const item = asked % rows.length;
      const expected = await learner.preview(item);
      const pool = createPool({ features, classes, kernel: model.kernel });
      const { data } = await (await openSession(pool, "definition")).frequencies(learner.labels);
      const kernel = await learner.learntKernel();
      const similarity = Float64Array.from(rows, (_, x) => kernel.similarity(features, x, features, item));
      worthOf(data, similarity, item, 3, 99).forEach((worth, y) => {
        expect(worth.probability).toBeCloseTo(expected.answers[y].probability, 12);
        expect(worth.gain).toBeCloseTo(expected.answers[y].gain, 12);
      });
    }),
    { numRuns: 60 },
  );
});
