// What every strategy promises, run on each of them. A strategy of one's own can be held to it in the same way.
import { describe, expect, test } from "vitest";
import {
  createPool,
  Labels,
  Learner,
  type Pool,
  type QueryResult,
  query,
  type Strategy,
  strategyFromJSON,
} from "../../src/index.ts";
import { madeUpPoints, madeUpTruth } from "../made-up-pools.ts";

const SIZE = 11;
const CLASSES = ["a", "b", "c"];

/** The pool that strategies are tried on: clusters, a duplicate, three classes. */
export function trialPool(): Pool {
  return createPool({ features: madeUpPoints(SIZE, 3), classes: CLASSES });
}

/** The true classes of the trial pool. */
export const trialTruth: readonly string[] = madeUpTruth(SIZE, CLASSES);

/** Holds a strategy to the promises of the interface. */
export function strategyContract(name: string, make: () => Strategy): void {
  describe(`the strategy ${name}`, () => {
    const pool = trialPool();
    const truth = trialTruth;
    const labelled = (count: number) =>
      Labels.from(
        pool,
        Array.from({ length: count }, (_, i) => [i, truth[i]] as const),
      );
    const states: [string, Labels][] = [
      ["no label", Labels.none(pool)],
      ["one label", labelled(1)],
      ["every class labelled", labelled(4)],
      ["repeated answers", labelled(4).add(0, 1).add(0, 1)],
      ["items set aside", labelled(3).setAside(5, "skipped").setAside(6, "discarded")],
      ["all but one labelled", labelled(SIZE - 1)],
    ];

    test.each(states)("scores every open item with %s, and none with NaN", async (_, labels) => {
      const { scores, tied, indices } = await query({ pool, labels, strategy: make() });
      const open = new Set(labels.unlabelled());
      expect(scores.length).toBe(SIZE);
      scores.forEach((score, i) => {
        expect(Number.isFinite(score)).toBe(open.has(i));
        if (!open.has(i)) expect(score).toBeNaN();
      });
      expect(tied).toBeGreaterThanOrEqual(1);
      expect(open.has(indices[0])).toBe(true);
      expect(scores[indices[0]]).toBe(Math.max(...scores.filter((score) => !Number.isNaN(score))));
    });

    test.each(states)("repeats itself for one seed with %s", async (_, labels) => {
      const ask = (strategy: Strategy) => query({ pool, labels, strategy, batchSize: 1, seed: 9 });
      const strategy = make();
      const first = await ask(strategy);
      expect(await ask(strategy)).toEqual(first);
      expect(await ask(make())).toEqual(first);
    });

    test.each(states)("reads back from JSON with the same scores with %s", async (_, labels) => {
      const strategy = make();
      const again = strategyFromJSON(JSON.parse(JSON.stringify(strategy)));
      expect(again.toJSON()).toEqual(strategy.toJSON());
      const ask = (of: Strategy): Promise<QueryResult> => query({ pool, labels, strategy: of, seed: 3 });
      expect(await ask(again)).toEqual(await ask(strategy));
    });

    test("changes neither pool nor labels nor itself", async () => {
      const labels = labelled(4);
      const strategy = make();
      const state = () => JSON.stringify([pool.features, pool.evaluation, pool.kernel, labels, strategy]);
      const before = state();
      await query({ pool, labels, strategy, batchSize: 3 });
      expect(state()).toBe(before);
    });

    test("gives items that are equal equal scores", async () => {
      const { scores } = await query({
        pool,
        labels: Labels.from(pool, [
          [1, "b"],
          [2, "c"],
          [3, "a"],
        ]),
        strategy: make(),
      });
      expect(scores[SIZE - 1]).toBe(scores[0]);
    });

    test("scores a candidate alike, whichever others are asked about", async () => {
      const labels = labelled(4);
      const engine = "definition"; // the fast engine rounds a score otherwise where it does not decide
      const all = await query({ pool, labels, strategy: make(), seed: 5, engine });
      const some = await query({ pool, labels, strategy: make(), seed: 5, candidates: [7, 9], engine });
      expect([some.scores[7], some.scores[9]]).toEqual([all.scores[7], all.scores[9]]);
    });

    test("drives a learner to the last item", async () => {
      const learner = await Learner.create({ features: pool.features, classes: CLASSES, strategy: make(), seed: 2 });
      for (let step = 0; step < SIZE; step++) {
        const [next] = await learner.suggest();
        await learner.label(next.index, truth[next.index]);
      }
      expect(await learner.suggest()).toEqual([]);
      expect(await learner.predict()).toEqual(truth);
      await learner.close();
    });
  });
}
