// Another thread changes when an answer comes, never what it is. These tests run what was built, since threads start from it.
import { Worker } from "node:worker_threads";
import type { EngineSession } from "@xpal/core";
import {
  candidatesOf,
  createPool,
  definition,
  eer,
  generator,
  greedyAll,
  Labels,
  learnedKernel,
  matrix,
  pal,
  precomputed,
  rbf,
  us,
  xpal,
} from "@xpal/core";
import { expect, test, vi } from "vitest";
import { openInline, wasm } from "../../dist/engine/fast/wasm.js";
import { wasmModule } from "../../dist/engine/memory/wasm-module.js";
import type { Thread } from "../../dist/engine/threads/platform.js";
import { RemoteSession } from "../../dist/engine/threads/remote-session.js";

const chance = generator(5);
const features = matrix(
  120,
  3,
  Float64Array.from({ length: 360 }, () => chance.nextUnit() * 4),
);
const pool = createPool({ features, classes: ["a", "b", "c"] });
const truth = Array.from({ length: 120 }, (_, i) => pool.classes[i % 3]);
let few = Labels.none(pool);
for (const i of [3, 50, 77, 101]) few = few.add(i, i % 3);

test("another thread gives the bits of the calling one", async () => {
  for (const mode of ["lists", "tiles"] as const) {
    const here = await wasm("test", { mode, worker: false }).open(pool);
    const there = await wasm("test", { mode, worker: true }).open(pool);
    for (const strategy of [xpal(), greedyAll({ truth }), eer(), pal(), us()]) {
      for (const labels of [Labels.none(pool), few, few.remove(50)]) {
        expect(await ask(there, labels, strategy)).toEqual(await ask(here, labels, strategy));
      }
    }
    expect(await there.frequencies(few)).toEqual(await here.frequencies(few));
    expect(there.explain()).toMatch(new RegExp(`^wasm, ${mode}: .*; in a thread of its own`));
    await there.close();
  }
});

test("another thread scores the sample of a large pool, also after its order has moved on", async () => {
  const draw = generator(6);
  const many = matrix(
    13_000,
    2,
    Float64Array.from({ length: 26_000 }, () => draw.nextUnit()),
  );
  const large = createPool({ features: many, classes: ["a", "b"], evaluation: { sample: 40 } });
  const here = await wasm("test", { worker: false }).open(large);
  const there = await wasm("test", { worker: true }).open(large);
  let labels = Labels.none(large);
  for (const setAside of [0, 3000, 13_000 - 500]) {
    while (labels.asideCount < setAside) labels = labels.setAside(labels.asideCount, "skipped");
    const request = { strategy: xpal(), labels, candidates: candidatesOf(large, labels), generator: generator(0) };
    expect((await there.scores(request)).best).toEqual((await here.scores(request)).best);
  }
  await there.close();
});

test("another thread gives the bits of the definition at the edges of doubles", async () => {
  const draw = generator(12);
  const edges = [0, -0, 5e-324, 1e-310, 1e-300, 1e-16, 0.5, 1, 1e60];
  const given = matrix(
    60,
    60,
    Float64Array.from({ length: 3600 }, () => edges[draw.nextIndex(edges.length)]),
  );
  // Squared distances up to 750, where e^-d passes through the subnormal numbers to 0.
  const line = matrix(
    60,
    1,
    Float64Array.from({ length: 60 }, (_, i) => Math.sqrt(750) * (i / 60)),
  );
  for (const options of [
    { features: given, kernel: precomputed() },
    { features: line, kernel: rbf({ bandwidth: Math.SQRT1_2 }) },
  ]) {
    const extreme = createPool({ ...options, classes: ["a", "b", "c"] });
    const labels = Labels.from(extreme, [
      [0, "a"],
      [59, "b"],
      [30, "c"],
    ]);
    const plain = await definition.open(extreme);
    for (const mode of ["lists", "tiles"] as const) {
      const several = await wasm("test", { mode, worker: true }).open(extreme);
      for (const strategy of [xpal({ evaluationPrior: 1e-75 }), eer(), pal(), us()]) {
        expect((await ask(several, labels, strategy)).best).toEqual((await ask(plain, labels, strategy)).best);
      }
      await several.close();
    }
  }
});

test("a strategy of one's own and an own generator work beside another thread", async () => {
  const session = await wasm("test", { worker: true }).open(pool);
  const own = { name: "own", scores: () => new Float64Array(120).fill(2), toJSON: () => ({ name: "own" }) };
  expect((await ask(session, Labels.none(pool), own)).best.length).toBe(120);
  await session.close();
});

test("a rejection keeps its sentence on the way from a thread", async () => {
  const session = await wasm("test", { worker: true }).open(pool);
  const rejected = ask(session, few, greedyAll({ truth: ["a"] }));
  await expect(rejected).rejects.toThrow("greedyAll: truth must name a class for each of 120 items, got 1");
  await session.close();
});

test("when the thread dies in the middle of a question, the calling one answers it and a warning is given", async () => {
  const workers: Worker[] = [];
  const warnings: string[] = [];
  const limits = { module: await wasmModule(), budget: 2 ** 25, keepWithin: 2 ** 25, mode: undefined };
  const session = await RemoteSession.open(pool, {
    ...limits,
    onWarning: ({ message }) => warnings.push(message),
    startThread: async () => mortalThread(workers),
    openInline: () => openInline(pool, limits),
  });
  const asked = ask(session, few, xpal());
  await workers[0].terminate();
  const here = await wasm("test", { worker: false }).open(pool);
  expect(await asked).toEqual(await ask(here, few, xpal()));
  expect(await ask(session, few.remove(3), xpal())).toEqual(await ask(here, few.remove(3), xpal()));
  expect(warnings).toEqual([expect.stringContaining("the thread of the engine died")]);
  expect(session.explain()).toContain("the calling thread, since its own died");
  await session.close();
});

/** A thread that a test can kill: nothing tells it beforehand. */
function mortalThread(workers: Worker[]): Thread {
  const worker = new Worker(new URL("../../dist/engine/threads/worker.js", import.meta.url));
  workers.push(worker);
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as never),
    onMessage: (listener) => void worker.on("message", listener),
    onEnd: (listener) => void worker.on("exit", (code) => listener(new Error(`it ended with code ${code}`))),
    end: async () => void (await worker.terminate()),
    hold: () => {},
  };
}

function ask(session: EngineSession, labels: Labels, strategy: Parameters<EngineSession["scores"]>[0]["strategy"]) {
  return session.scores({ strategy, labels, candidates: labels.unlabelled(), generator: generator(0) });
}

test("the caller's learned kernel takes the spreads from the thread and compares no pairs of its own", async () => {
  const plain = rbf({ bandwidth: 0.7 });
  let compared = 0;
  const base = {
    ...plain,
    distance: (...of: Parameters<typeof plain.similarity>) => {
      compared++;
      return plain.distance?.(...of) ?? Number.NaN;
    },
  };
  const kernel = learnedKernel({ base, views: ["given"], metrics: [] });
  const learned = createPool({ features, kernel, classes: ["a", "b", "c"] });
  const session = await wasm("test", { worker: true }).open(learned);
  await ask(session, few, xpal());
  const bankOf = ({ viewsOn }: typeof kernel) => viewsOn(features)[0].bank.bankOn(features);
  const bank = bankOf(kernel);
  const definition = bankOf(learnedKernel({ base: plain, views: ["given"], metrics: [] }));
  for (let i = 0; i < 120; i++) expect(bank.spreadAt(features, i)).toBe(definition.spreadAt(features, i));
  expect(compared).toBe(0);
  await session.close();
});

/** Answers that come one after another, past fits on 8, 10 and 12 items. */
function answersInOrder(count: number): Labels {
  let labels = Labels.none(pool);
  for (let i = 0; i < count; i++) {
    const item = (37 * i + 5) % 120;
    labels = labels.add(item, features.data[3 * item] > 2 ? 1 : i % 3);
  }
  return labels;
}

test("another thread gives the bits of the calling one where the kernel fits metrics, also after undoing", async () => {
  const learned = () =>
    createPool({ features, kernel: learnedKernel({ base: rbf({ bandwidth: 0.7 }) }), classes: ["a", "b", "c"] });
  const here = await wasm("test", { worker: false }).open(learned());
  const there = await wasm("test", { worker: true }).open(learned());
  for (const count of [1, 9, 11, 12, 14, 13, 12, 15]) {
    const labels = answersInOrder(count);
    expect(await ask(there, labels, xpal({ ownRisk: 1 }))).toEqual(await ask(here, labels, xpal({ ownRisk: 1 })));
    expect(there.explanation().learned).toEqual(here.explanation().learned);
  }
  // A session that is opened with all answers, as after reading them back, has the same bits.
  const again = await wasm("test", { worker: true }).open(learned());
  const labels = answersInOrder(14);
  expect(await ask(again, labels, xpal({ ownRisk: 1 }))).toEqual(await ask(here, labels, xpal({ ownRisk: 1 })));
  await Promise.all([there, again].map((session) => session.close()));
});

test("the caller's learning kernel made the thread's fits and forests once more, which kept the studio waiting", async () => {
  const kernel = learnedKernel({ base: rbf({ bandwidth: 0.7 }) });
  const learned = createPool({ features, kernel, classes: ["a", "b", "c"] });
  const session = await wasm("test", { worker: true }).open(learned);
  const labels = answersInOrder(14);
  await ask(session, labels, xpal());
  const fits = kernel.fitsOn(features);
  expect(fits.map(({ name, items }) => [name, items.length])).toEqual([
    ["weights", 12],
    ["rankWeights", 12],
    ["full", 12],
    ["forest", 12],
  ]);
  const expected = learnedKernel({ base: rbf({ bandwidth: 0.7 }) }).stateAt(features, labels);
  const found = kernel.stateAt(features, labels);
  expect(found.learned).toEqual(expected.learned);
  expect(kernel.fitsOn(features)).toEqual(fits);
  await session.close();
});

test("the caller's learning kernel compared all pairs of labelled items once more, half of what scoring cost a team's server", async () => {
  const kernel = learnedKernel({ base: rbf({ bandwidth: 0.7 }) });
  const told = vi.spyOn(kernel, "rememberScores");
  const session = await wasm("test", { worker: true }).open(createPool({ features, kernel, classes: ["a", "b", "c"] }));
  for (const count of [14, 14, 15, 14]) {
    const labels = answersInOrder(count);
    await ask(session, labels, xpal());
    const expected = learnedKernel({ base: rbf({ bandwidth: 0.7 }) }).stateAt(features, labels);
    expect(kernel.stateAt(features, labels).learned).toEqual(expected.learned);
  }
  expect(told).toHaveBeenCalledTimes(3); // nothing is told twice in a row
  await session.close();
});

test("the first questions waited for all pairs to be compared in every view of the learned kernel", async () => {
  const kernel = learnedKernel({ base: rbf({ bandwidth: 0.7 }) });
  const learned = createPool({ features, kernel, classes: ["a", "b", "c"] });
  const session = await openInline(learned, {
    module: await wasmModule(),
    budget: 2 ** 28,
    keepWithin: 2 ** 28,
    mode: undefined,
  });
  for (const count of [0, 1]) await ask(session, answersInOrder(count), xpal({ ownRisk: 1 }));
  expect(session.neighbourDistances).toBeUndefined();
  await ask(session, answersInOrder(2), xpal({ ownRisk: 1 }));
  expect(session.neighbourDistances).toHaveLength(3);
});

test("the second answer waited for all pairs to be compared, which can be done part by part while nobody asks", async () => {
  const draw = generator(8);
  const many = matrix(
    2500,
    3,
    Float64Array.from({ length: 7500 }, () => draw.nextUnit() * 4),
  );
  const learned = () =>
    createPool({ features: many, kernel: learnedKernel({ base: rbf({ bandwidth: 0.7 }) }), classes: ["a", "b", "c"] });
  const resources = {
    module: await wasmModule(),
    budget: 2 ** 28,
    keepWithin: 2 ** 28,
    mode: undefined,
  };
  const [prepared, other] = [await openInline(learned(), resources), await openInline(learned(), resources)];
  let parts = 1;
  while (prepared.prepareSome()) parts++;
  expect(parts).toBeGreaterThan(3); // three views, each in parts
  expect(prepared.prepareSome()).toBe(false);
  // Half a preparation is finished by the question that needs it.
  other.prepareSome();
  let labels = Labels.none(learned());
  for (let i = 0; i < 11; i++) {
    if (i === 1 || i === 2 || i === 10) {
      expect(await ask(other, labels, xpal({ ownRisk: 1 }))).toEqual(await ask(prepared, labels, xpal({ ownRisk: 1 })));
    }
    labels = labels.add(i * 7, i % 3);
  }
  expect(prepared.neighbourDistances).toEqual(other.neighbourDistances);
});
