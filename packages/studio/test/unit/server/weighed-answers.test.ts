// What the pages say of the model is said of the model that predicts: where answers are weighed by who gave them, the error
// that it expects, the guarantee, the forecast and what it foretold of checks are those of the weighed answers too.

import { decide, expectedCost, expectedError, forecast, forecastState, type Labels, type Learner } from "@xpal/core";
import { afterEach, describe, expect, test } from "vitest";
import type { ConfusionCounts } from "../../../src/protocol/messages.ts";
import { openLearner, projectModel } from "../../../src/server/scoring/project-model.ts";
import { Scorer } from "../../../src/server/scoring/scorer.ts";
import type { ClassShares, ScorerSpec } from "../../../src/server/scoring/scoring-calls.ts";
import { scorerSpec } from "./scorer-spec.ts";

const ITEMS = 60;
const LABELS = 24;
/** The answers from here on are checks. */
const FIRST = 8;
const values = Float64Array.from({ length: ITEMS }, (_, i) => ((i * 37) % 61) / 10);
const MEAN: ScorerSpec = { ...scorerSpec(values), model: "paper" };
const SPECS: Record<string, ScorerSpec> = {
  "the error": MEAN,
  "the balanced error": { ...MEAN, measure: "balanced" },
  "mean costs": {
    ...MEAN,
    costs: [
      [0, 1],
      [5, 0],
    ],
  },
};

/** The last answer of every fourth item was wrong and counts for little; the others count for themselves. */
const given = Array.from({ length: LABELS }, (_, item) => {
  const believed = values[item] > 4 ? 1 : 0;
  const isWrong = item % 4 === 0;
  const shares: ClassShares = [
    [believed, isWrong ? 0.75 : 1],
    [1 - believed, isWrong ? 0.25 : 0],
  ];
  return { item, said: isWrong ? 1 - believed : believed, believed, shares };
});
const answers = given.map(({ item, said }) => [item, said] as const);

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function openScorer(spec: ScorerSpec, isWeighed: boolean): Promise<Scorer> {
  const arrange = async () => ({ x: [], y: [] }) as never;
  const scorer = await Scorer.open(spec, () => 0, arrange);
  opened.push(scorer);
  await scorer.sync({ sequence: 1, answers: toldOf(isWeighed), model: spec.model });
  return scorer;
}

const toldOf = (isWeighed: boolean) =>
  given.map(({ item, said, believed, shares }) => {
    return [item, isWeighed ? believed : said, item, isWeighed ? shares : null] as const;
  });

/** The library's learner with the answers as they are believed, and its labels as they count. */
async function weighedOf(spec: ScorerSpec, count = LABELS) {
  const learner: Learner = await openLearner(projectModel(spec, spec.model), spec);
  opened.push(learner);
  for (const { item, believed } of given.slice(0, count)) await learner.label(item, spec.classes[believed]);
  const shares = given.slice(0, count).map(({ item, shares }) => {
    return [item, [0, 1].map((y) => shares.find(([place]) => place === y)?.[1] ?? 0)] as const;
  });
  return { learner, labels: learner.labels.withShares(shares) };
}

describe.each(Object.entries(SPECS))("with weighed answers and %s", (_, spec) => {
  test("the error that the model expects once was that of the last answers", async () => {
    const scorer = await openScorer(spec, true);
    const { learner, labels } = await weighedOf(spec);
    const freq = await learner.at(labels).predictiveFrequencies();
    const { expectedError: found } = await scorer.model({ answers, checks: [] });
    expect(found).toBeCloseTo(expectedError(learner.pool, freq, labels) ?? Number.NaN, 12);
  });

  test("the forecast once was that of a model that nobody sees", async () => {
    const scorer = await openScorer(spec, true);
    const { learner, labels } = await weighedOf(spec);
    const expected = forecast(await forecastState(learner, [], labels), { target: 0.05 });
    const found = await scorer.forecast({ target: 0.05, history: { answers, checks: [] } });
    expect(found.forecast?.now.median).toBeCloseTo(expected.now.median, 12);
    expect(found.forecast?.more).toEqual(expected.more);
  });

  test("checks are judged by what the model of the weighed answers had said of them", async () => {
    const scorer = await openScorer(spec, true);
    const expected: ConfusionCounts = {};
    for (const [item, to] of answers.slice(FIRST)) {
      const { learner, labels } = await weighedOf(spec, item);
      const snapshot = learner.at(labels);
      const { data } = await snapshot.predictiveFrequenciesAt([item]);
      const said = decide(data, (await snapshot.lossMatrix()) ?? undefined);
      expected[to] = { ...expected[to], [said]: (expected[to]?.[said] ?? 0) + 1 };
    }
    expect((await scorer.model({ answers, checks: answers.slice(FIRST) })).confusion).toEqual(expected);
  });

  test("the checks on the page are those that the guarantee counts, by what the page had said where that is known", async () => {
    const scorer = await openScorer(spec, true);
    const checks = answers.slice(FIRST).map(([item, to]) => [item, to, item % 3 === 0 ? 1 - to : to] as const);
    const { checked, confusion, guarantee } = await scorer.model({ answers, checks, target: 0.3 });
    const count = (to: number, said: number) => confusion[to]?.[said] ?? 0;
    const wrong = count(0, 1) + count(1, 0);
    expect([wrong, count(0, 0) + count(1, 1) + wrong]).toEqual([guarantee?.wrong, guarantee?.checks]);
    expect(wrong).toBe(checks.filter(([, to, said]) => to !== said).length);
    expect(checked?.count).toBeGreaterThan(0);
  });

  test("the point of now is computed again when the same answers are weighed anew", async () => {
    const scorer = await openScorer(spec, false);
    const before = await scorer.model({ answers, checks: [] });
    await scorer.sync({ sequence: 2, answers: toldOf(true), model: spec.model });
    const after = await scorer.model({ answers, checks: [] });
    const fresh = await (await openScorer(spec, true)).model({ answers, checks: [] });
    expect(after.expectedError).toBe(fresh.expectedError);
    expect(after.expectedError).not.toBe(before.expectedError);
    expect(after.curve.map(({ labels }) => labels)).toEqual(before.curve.map(({ labels }) => labels));
  });
});

test("checks are not advised while the model of the weighed answers estimates too many errors", async () => {
  const { learner, labels } = await weighedOf(MEAN);
  const expectedWith = async (some: Labels) => {
    const freq = await learner.at(some).predictiveFrequencies();
    return expectedCost(learner.pool, freq, some, some.unlabelled());
  };
  const [asSure, asWeighed] = [await expectedWith(learner.labels), await expectedWith(labels)];
  expect(asSure).toBeLessThan(asWeighed);
  const scorer = await openScorer(MEAN, true);
  const isLikely = async (target: number) => (await scorer.model({ answers, checks: [], target })).guarantee?.isLikely;
  expect(await isLikely((asSure + asWeighed) / 2)).toBe(false);
  expect(await isLikely(asWeighed + 0.2)).toBe(true);
});
