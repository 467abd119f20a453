// What errors cost, told as a setting: predictions, worth, check and the model file follow at once, and taking it back
// restores what was before.

import { auditBound } from "@xpal/core";
import { bundled } from "@xpal/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerEvent, type TestStudio, testStudio } from "./client.ts";

let studio: TestStudio;
let project: string;
const path = (rest: string) => `/api/projects/${project}${rest}`;

beforeAll(async () => {
  const { values } = (await bundled("wine")).columns.find(({ name }) => name === "class") ?? expect.unreachable();
  const names = Array.from(values as ArrayLike<unknown>, String);
  studio = await testStudio();
  project = (await studio.post<{ project: string }>("/api/demos", { name: "wine" })).project;
  const { project: info } = await studio.get<{ project: { classes: string[] } }>(path(""));
  for (const item of [0, 20, 70, 90, 140, 160]) {
    await studio.post(path("/events"), { events: [answerEvent(item, info.classes.indexOf(names[item]))] });
  }
});
afterAll(() => studio?.stop());

async function setCosts(errorCosts: Record<string, number>) {
  const event = { id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z", body: { errorCosts } };
  return studio.post(path("/events"), { events: [event] });
}

const predictions = async () => (await studio.get<{ predicted: number[] }>(path("/predictions"))).predicted;
const count = (predicted: readonly number[], y: number) => predicted.filter((one) => one === y).length;

test("costs of calling a first wine another make more items the first, and equal costs restore the predictions", async () => {
  const before = await predictions();
  const worth = await studio.get<{ gain: number }>(path("/look?item=100"));
  await setCosts({ "0>1": 50, "0>2": 50 });
  const after = await predictions();
  expect(count(after, 0)).toBeGreaterThan(count(before, 0));
  expect((await studio.get<{ gain: number }>(path("/look?item=100"))).gain).not.toBe(worth.gain);
  const model = (await (await studio.raw(path("/model-file"))).json()) as { learner: { lossMatrix?: unknown } };
  expect(model.learner.lossMatrix).toBeDefined();
  await setCosts({ "0>1": 1, "0>2": 1 });
  expect(await predictions()).toEqual(before);
});

test("a guarantee under costs counted errors, however cheap or dear they were", async () => {
  const send = (kind: string, body: object) => {
    const event = { id: crypto.randomUUID(), kind, at: "2026-01-31T12:00:00.000Z", body };
    return studio.post(path("/events"), { events: [event] });
  };
  const promised = async () =>
    (await studio.get<{ guarantee: { target: number; bound: number; wrong: number } | null }>(path("/model")))
      .guarantee;
  await send("settings", { targetError: 0.1, targetCost: 2, errorCosts: { "0>1": 50 } });
  const losses: number[] = [];
  for (let i = 0; i < 12; i++) {
    // The fifth is a second wine called a first, which costs 1; the others were right.
    const [to, predicted] = i === 4 ? [1, 0] : [0, 0];
    losses.push(i === 4 ? 1 / 50 : 0);
    await send("answer", { item: 30 + i, to, was: null, asked: { from: "check", predicted } });
  }
  const under = await promised();
  expect(under).toMatchObject({ target: 2, wrong: 1 });
  expect(under?.bound).toBeCloseTo(50 * auditBound(losses, 0.95), 9);
  await setCosts({ "0>1": 1 });
  const without = await promised();
  expect(without).toMatchObject({ target: 0.1, wrong: 1 });
  expect(without?.bound).toBeCloseTo(auditBound(losses.map(Math.ceil), 0.95), 9);
  await expect(send("settings", { targetCost: 0 })).rejects.toThrow(/^400/);
});

test("a guarantee under equal costs took the target for an error: 2.5 of 5 was given at once", async () => {
  const equal = Object.fromEntries(["0>1", "0>2", "1>0", "1>2", "2>0", "2>1"].map((pair) => [pair, 5]));
  const event = (body: object) => ({ id: crypto.randomUUID(), kind: "settings", at: "2026-01-31T12:00:00.000Z", body });
  await studio.post(path("/events"), { events: [event({ targetCost: 1, errorCosts: equal })] });
  const { guarantee } = await studio.get<{ guarantee: { bound: number; toGo: number; reached: boolean } }>(
    path("/model"),
  );
  // Twelve checks, one of them wrong: an error costs 5, and so does the bound.
  const losses = Array.from({ length: 12 }, (_, i) => (i === 4 ? 1 : 0));
  expect(guarantee.bound).toBeCloseTo(5 * auditBound(losses, 0.95), 9);
  expect(guarantee.reached).toBe(false);
  await setCosts({});
});

test("a forecast under costs counted errors: it is of the mean cost, by default to 5 % of the blind one", async () => {
  const names = Array.from(
    ((await bundled("wine")).columns.find(({ name }) => name === "class") ?? expect.unreachable())
      .values as ArrayLike<unknown>,
    String,
  );
  const { project: info } = await studio.get<{ project: { classes: string[] } }>(path(""));
  for (const item of [5, 10, 75, 95, 145, 165]) {
    await studio.post(path("/events"), { events: [answerEvent(item, info.classes.indexOf(names[item]))] });
  }
  type Found = { forecast: { target: number; now: { median: number; high: number } } };
  const forecast = (query = "") => studio.get<Found>(path(`/forecast${query}`));
  await setCosts({ "0>1": 50 });
  const { forecast: costs } = await forecast();
  expect(costs.target).toBe(0.05); // calling every wine a first costs 1 at most
  expect((await forecast("?target=10")).forecast.target).toBe(10);
  expect((await forecast("?target=70")).forecast).toMatchObject({ target: 70, more: { high: 0 } });
  await setCosts({ "0>1": 1 });
  const { forecast: errors } = await forecast();
  expect(errors.target).toBe(0.05);
  expect(errors.now.high).toBeLessThanOrEqual(1);
  expect((await studio.raw(path("/forecast?target=1"))).status).toBe(400);
});

test("a cost that is negative or no number is rejected", async () => {
  await expect(setCosts({ "0>1": -1 })).rejects.toThrow(/^400/);
  await expect(setCosts({ "first>second": 1 })).rejects.toThrow(/^400/);
  await expect(setCosts({ "0>1": Number.NaN })).rejects.toThrow(/^400/); // JSON has no NaN: it arrives as null
});
