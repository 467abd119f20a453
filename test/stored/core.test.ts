// Learners, kernels, strategies, labels and generators that version 0.1.0 wrote are read, and go on bit for bit.
import { describe, expect, test } from "vitest";
import { generatorSays, kernelSays, labelsSay, learnerSays, stored, strategySays } from "./openings.mjs";

type Case = { readonly name: string; readonly json: { readonly name: string }; readonly says: object };

describe("a stored learner", () => {
  test.each(stored<Case[]>("core/learners.json"))("goes on where it was: $name", async ({ name, json, says }) => {
    const { written, ...said } = await learnerSays(json);
    const { gain, ...rest } = says as { gain?: object };
    expect(said).toMatchObject(rest); // later versions say more
    if (!/loss|cost/.test(name)) expect(said).toMatchObject({ gain }); // a gain in cost was called an error rate
    expect(written).toEqual(json);
  });
});

describe("a stored kernel", () => {
  test.each(stored<(Case & { features: object })[]>("core/kernels.json"))(
    "compares as it did, and is written in full: $json.name",
    ({ json, features, says }) => expect(kernelSays(json, features)).toEqual(says),
  );
});

describe("a stored strategy", () => {
  const { pool, strategies } = stored<{ pool: object; strategies: Case[] }>("core/strategies.json");
  test.each(strategies)("scores as it did, and is written in full: $json.name", async ({ json, says }) =>
    expect(await strategySays(json, pool)).toEqual(says),
  );
});

test("stored labels are the same labels", () => {
  const { shape, labels, says } = stored<{ shape: object; labels: object; says: object }>("core/labels.json");
  expect(labelsSay(labels, shape)).toMatchObject(says); // later versions say more
});

test("a stored generator draws what it would have drawn", () => {
  const { state, says } = stored<{ state: object; says: object }>("core/generator.json");
  expect(generatorSays(state)).toEqual(says);
});
