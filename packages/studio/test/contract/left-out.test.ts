// Audit items are judged by a model that has not seen their label: the core's learner without that label.
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
    fc.asyncProperty(places, answers, answers, fc.nat(11), async (rows, before, after, item) => {
      const features = matrixFrom(rows.map(([x, y]) => [x / 3, y / 3]));
      const pool = createPool({ features, classes, kernel: model.kernel });
      const now: Labelled = [...new Map(after)];
      const leftOut = new LeftOut(pool, [...new Map(before)]); // what was labelled before must leave no trace
      leftOut.update(now);
      const labels = now.filter(([other]) => other !== item).map(([other, to]) => [other, classes[to]] as const);
      const learner = await Learner.create({ features, classes, engine: "definition", labels, ...model });
      const kernel = await learner.learntKernel();
      const expected = new Float64Array(3);
      for (const [other, to] of now) {
        if (other !== item) expected[to] += kernel.similarity(features, item, features, other);
      }
      leftOut.at(item, kernel).forEach((k, y) => {
        expect(k).toBeCloseTo(expected[y], 10);
      });
    }),
    { numRuns: 60 },
  );
});
