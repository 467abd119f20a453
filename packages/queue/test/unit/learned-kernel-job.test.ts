// A strategy's own kernel on its way through the queue: what a worker is told to do is what the plan says. The server is a
// stand-in that keeps the messages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "@xpal/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Plan, PlannedStrategy, StrategySource } from "../../../lab/src/plan/plan.ts";
import { smallPlan } from "../../../lab/test/unit/plan/small-plan.ts";
import { checkPayload } from "../../src/check-payload.ts";
import { enqueue } from "../../src/enqueue.ts";
import type { Payload } from "../../src/payload.ts";
import type { QueueServer } from "../../src/queue-server.ts";
import { ModuleFolder } from "../../src/shipped-modules.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-queued-"));
let store: Store;
beforeAll(async () => {
  store = await openStore(`sqlite:${join(folder, "runs.sqlite")}`);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const kernel = { name: "learned", localities: [0], views: ["given"] } as const;
const source: StrategySource = { kind: "library", name: "us", options: { measure: "margin" }, kernel };
const learned: PlannedStrategy = { key: "learned", title: "learned", options: {}, source };

async function jobsOf(plan: Plan): Promise<{ key: string; jobs: Payload[] }> {
  const jobs: Payload[] = [];
  const queue = {
    addBulk: async (added: { data: Payload }[]) => jobs.push(...added.map(({ data }) => data)),
    getJob: async () => undefined,
    add: async () => {},
  };
  const server = { queue: async () => queue } as unknown as QueueServer;
  const key = await enqueue(server, plan, {
    store: store.runs,
    blobs: store.blobs,
    version: "1",
    now: () => 0,
    tags: [],
  });
  return { key, jobs: JSON.parse(JSON.stringify(jobs)) };
}

test("a job has the measures of its own dataset beside those of the plan", async () => {
  const { datasets, ...plan } = smallPlan({ measures: ["brier"] });
  const { key, jobs } = await jobsOf({ ...plan, datasets: [datasets[0], { ...datasets[1], measures: ["cost"] }] });
  const measures = new Map(jobs.map((job) => [job.dataset.name, job.measures]));
  expect(Object.fromEntries(measures)).toEqual({ clouds: ["brier"], others: ["brier", "cost"] });
  const traits = { version: "1", allowCode: false, data: undefined, modules: new ModuleFolder() };
  for (const job of jobs) await checkPayload(job, key, store.blobs, traits);
});

test("a job with the learned kernel arrives with all its options, and a changed one is rejected", async () => {
  const plan = smallPlan({ strategies: [...smallPlan().strategies, learned] });
  const { key, jobs } = await jobsOf(plan);
  const traits = { version: "1", allowCode: false, data: undefined, modules: new ModuleFolder() };
  const { part } = await checkPayload(jobs[0], key, store.blobs, traits);
  expect(part.strategies.find((one) => one.key === "learned")?.source).toEqual(source);
  const text = JSON.stringify(jobs[0]);
  const changed = JSON.parse(text.replace('"localities":[0]', '"localities":[1]'));
  await expect(checkPayload(changed, key, store.blobs, traits)).rejects.toThrow(
    /must not have changed since it was enqueued/,
  );
  const unknown = JSON.parse(text.replace('"localities":[0]', '"locality":0'));
  await expect(checkPayload(unknown, key, store.blobs, traits)).rejects.toThrow(/must fit its schema/);
});
