import { fitRecipe, makeTable } from "@xpal/data";
import { expect, test } from "vitest";
import { nothing } from "../../../src/protocol/fold.ts";
import type { ProjectAbout } from "../../../src/server/projects/project-about.ts";
import { infoOf } from "../../../src/server/projects/project-info.ts";
import { evaluationSample } from "../../../src/server/scoring/evaluation-sample.ts";

const ROWS = 60;
const words = ["lamp kettle chair", "screw broken noise", "parcel courier late", "invoice refund card"];
const text = Array.from({ length: ROWS }, (_, i) => `${words[i % 4]} ${words[(i * 7) % 4]} item ${i}`);
const { recipe } = fitRecipe(
  makeTable([
    { name: "body", type: "text", values: text },
    { name: "minutes", type: "number", values: Float64Array.from({ length: ROWS }, (_, i) => 1 + (i % 5)) },
  ]),
  { roles: { body: "text" } },
);
const only = (kind: string) => ({
  groups: recipe.groups.filter(({ encoders }) => encoders.every((one) => one.kind === kind)),
});
const [texts, numbers] = [only("lsa"), only("numeric")];

test("texts were judged by the small sample of the learned kernel, though the plain one chooses there", () => {
  expect(evaluationSample(10_000, "learn", () => texts)).toBe(null);
  expect(evaluationSample(20_000, "learn", () => texts)).toBe(4000);
  expect(evaluationSample(10_000, "learn", () => numbers)).toBe(1000);
  expect(evaluationSample(10_000, "learn", () => recipe)).toBe(1000);
  expect(evaluationSample(10_000, "paper", () => numbers)).toBe(null);
  expect(evaluationSample(4000, "learn", () => numbers)).toBe(null);
});

test("the page reports the sample size of the columns that are compared, without label costs and columns that are switched off", () => {
  const about = { itemCount: 10_000, classes: ["a", "b"], recipe, model: "learn", view: {} } as unknown as ProjectAbout;
  const project = { id: "p", title: "p", at: "" } as Parameters<typeof infoOf>[0];
  const sampleOf = (state: Partial<ReturnType<typeof nothing>>) =>
    infoOf(project, about, { ...nothing(), ...state }).sample;
  expect(sampleOf({})).toBe(1000);
  expect(sampleOf({ columns: new Map([["minutes", "ignored"]]) })).toBe(null);
  expect(sampleOf({ settings: { labelCostRule: "minutes" } })).toBe(null);
  expect(sampleOf({ settings: { labelCostRule: "2 * minutes" } })).toBe(1000);
  expect(sampleOf({ settings: { labelCostRule: "minutes" }, columns: new Map([["minutes", "pinned"]]) })).toBe(1000);
});
