// What the pages show as predicted is what the library and the model file predict with the same labels, also where answers count
// for shares of the classes.
import { modelFromJSON } from "@xpal/data";
import { afterEach, describe, expect, test } from "vitest";
import { openLearner, projectModel } from "../../../src/server/scoring/project-model.ts";
import { Scorer } from "../../../src/server/scoring/scorer.ts";
import type { ClassShares, ScorerSpec } from "../../../src/server/scoring/scoring-calls.ts";
import { scorerSpec } from "./scorer-spec.ts";

const ITEMS = 60;
const values = Float64Array.from({ length: ITEMS }, (_, i) => ((i * 37) % 61) / 10);
const PAPER: ScorerSpec = { ...scorerSpec(values), model: "paper" };

// 14 of class a, each said to be almost as likely b, and 2 of class b.
const told = Array.from({ length: 16 }, (_, item): [number, number, number, ClassShares] => {
  const shares = values[item] > 5 ? ([0, 1] as const) : ([0.52, 0.48] as const);
  return [item, values[item] > 5 ? 1 : 0, item, shares.map((share, place) => [place, share] as const)];
});
const open = Array.from({ length: ITEMS - told.length }, (_, at) => told.length + at);

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function openScorer(spec: ScorerSpec): Promise<Scorer> {
  const scorer = await Scorer.open(
    spec,
    () => 0,
    async () => ({ x: [], y: [] }) as never,
  );
  opened.push(scorer);
  await scorer.sync({ sequence: 1, answers: told, model: spec.model });
  return scorer;
}

/** What the library predicts with the weighed answers. */
async function expectedOf(spec: ScorerSpec): Promise<number[]> {
  const learner = await openLearner(projectModel(spec, spec.model), spec);
  opened.push(learner);
  for (const [item, to] of told) await learner.label(item, spec.classes[to]);
  const weighed = told.map(([item, , , shares]) => [item, shares.map(([, share]) => share)] as const);
  const names = await learner.at(learner.labels.withShares(weighed)).predict();
  return open.map((item) => spec.classes.indexOf(String(names[item])));
}

describe.each([
  ["the paper's model, all items alike", PAPER],
  ["the paper's model, all classes alike", { ...PAPER, measure: "balanced" }],
  ["the model that learns", { ...PAPER, model: "learn" }],
] satisfies [string, ScorerSpec][])("%s", (_, spec) => {
  test("all items were predicted to be of one class where answers are weighed and classes count alike", async () => {
    const scorer = await openScorer(spec);
    const expected = await expectedOf(spec);
    expect(new Set(expected).size).toBe(2);
    const { predicted } = await scorer.predictions({ usefulness: false });
    expect(open.map((item) => predicted[item])).toEqual(expected);
    for (const item of [20, 23, 24]) expect((await scorer.look({ item })).predicted).toBe(expected[item - told.length]);
  });

  test("the model file forgot how the answers were weighed", async () => {
    const scorer = await openScorer(spec);
    const { learner } = await modelFromJSON(JSON.parse(await scorer.modelFile()));
    opened.push(learner);
    const { predicted, probability } = await scorer.predictions({ usefulness: false });
    const same = await openLearner(projectModel(spec, spec.model), spec);
    opened.push(same);
    const { data } = await learner.probabilities(same.pool.features);
    for (const item of open) expect(data[2 * item + predicted[item]]).toBeCloseTo(probability[item], 4);
  });
});
