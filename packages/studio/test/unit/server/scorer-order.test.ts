// What the model learns may depend on the order of the answers, so the scorer must have them in the order of the log however
// they were told: one by one, again with other shares, changed, or taken back.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer } from "../../../src/protocol/events.ts";
import { Scorer } from "../../../src/server/scoring/scorer.ts";
import type { ClassShares } from "../../../src/server/scoring/scoring-calls.ts";
import { scorerSpec } from "./scorer-spec.ts";

const ITEMS = 8;
const spec = scorerSpec(Float64Array.from({ length: ITEMS }, (_, i) => i * i));

type Told = readonly [item: number, to: Answer, order: number, shares: ClassShares | null];

/** The labelled items in the order of the model file, after some messages. */
async function orderAfter(messages: readonly (readonly Told[])[]): Promise<number[]> {
  const scorer = await Scorer.open(
    spec,
    () => 0,
    async () => ({ x: [], y: [] }) as never,
  );
  try {
    for (const answers of messages) await scorer.sync({ sequence: 0, answers, model: "learn" });
    const { learner } = JSON.parse(await scorer.modelFile()) as { learner: { labels: { labelled: [number][] } } };
    return learner.labels.labelled.map(([item]) => item);
  } finally {
    await scorer.close();
  }
}

test("an answer that only counts for other shares, or is given again by somebody else, has its place in the log", async () => {
  const first = [0, 1, 2, 3].map((item): Told => [item, item % 2, item, null]);
  const shares: ClassShares = [
    [0, 0.75],
    [1, 0.25],
  ];
  expect(await orderAfter([first, [[0, 0, 0, shares]]])).toEqual([0, 1, 2, 3]);
  expect(await orderAfter([first, [[1, 1, 4, null]]])).toEqual([0, 2, 3, 1]);
  expect(await orderAfter([first, [[1, 0, 1, shares]]])).toEqual([0, 1, 2, 3]); // weighed as another class
});

test("the order is that of the log, whatever was told in whatever messages", async () => {
  const told = fc.record({
    item: fc.nat(ITEMS - 1),
    to: fc.constantFrom<Answer>(0, 1, null, "skipped"),
    isOld: fc.boolean(),
    share: fc.constantFrom(null, 0.5, 0.75),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(told, { maxLength: 5 }), { maxLength: 6 }), async (messages) => {
      const orders = new Map([6, 7].map((item) => [item, item - 10])); // two that stay
      const answers = new Map<number, Answer>([
        [6, 0],
        [7, 1],
      ]);
      let order = 0;
      const sent: Told[][] = [[6, 7].map((item): Told => [item, item - 6, item - 10, null])];
      for (const message of messages) {
        sent.push(
          message.map(({ item, to: said, isOld, share }): Told => {
            const to = item < 6 ? said : item - 6;
            if (!(isOld && orders.has(item))) orders.set(item, order++); // weighed otherwise, or answered again
            answers.set(item, to);
            return [
              item,
              to,
              orders.get(item) as number,
              share === null
                ? null
                : [
                    [0, share],
                    [1, 1 - share],
                  ],
            ];
          }),
        );
      }
      const labelled = [...answers].filter(([, to]) => typeof to === "number").map(([item]) => item);
      const expected = labelled.sort((a, b) => (orders.get(a) as number) - (orders.get(b) as number));
      expect(await orderAfter(sent)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
