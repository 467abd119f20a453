// Random labels are judged by each other: the core's learner without the label in question.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPool, Learner, matrixFrom, rbf, xpalAdaptive } from "xpal";
import { type Labelled, LeftOut } from "../../src/server/scoring/left-out.ts";

const place = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
const places = fc.array(place, { minLength: 12, maxLength: 16 });
const answers = fc.array(fc.tuple(fc.nat(11), fc.nat(2)), { minLength: 2, maxLength: 12 });
const base = rbf({ bandwidth: 1 });
const classes = ["a", "b", "c"];

test.each([
  ["paper's", { kernel: base }],
  ["adaptive", xpalAdaptive({ base, from: 4 })],
])("what the others say is the core's learner without the label, with the %s model", async (_, model) => {
  await fc.assert(
    fc.asyncProperty(places, answers, fc.nat(11), async (rows, given, item) => {
      const features = matrixFrom(rows.map(([x, y]) => [x / 3, y / 3]));
      const pool = createPool({ features, classes, kernel: model.kernel });
      const now: Labelled = [...new Map(given)];
      const labels = now.filter(([other]) => other !== item).map(([other, to]) => [other, classes[to]] as const);
      const learner = await Learner.create({ features, classes, engine: "definition", labels, ...model });
      const kernel = await learner.learntKernel();
      const expected = new Float64Array(3);
      for (const [other, to] of now) {
        if (other !== item) expected[to] += kernel.similarity(features, item, features, other);
      }
      new LeftOut(pool, now).at(item).forEach((k, y) => {
        expect(k).toBeCloseTo(expected[y], 10);
      });
    }),
    { numRuns: 60 },
  );
});
