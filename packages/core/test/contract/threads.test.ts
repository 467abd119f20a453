// Threads change when an answer comes, never what it is. These tests run what was built, since threads start from it.
import { Worker } from "node:worker_threads";
import type { EngineSession } from "@xpal/core";
import {
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
import { wasmMemory, wasmModule } from "../../dist/engine/memory/wasm-module.js";
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

test.each([2, 3, 4])("%i threads give the bits of one", async (threads) => {
  for (const mode of ["lists", "tiles"] as const) {
    const one = await wasm("test", { mode, threads: 1 }).open(pool);
    const several = await wasm("test", { mode, threads }).open(pool);
    for (const strategy of [xpal(), greedyAll({ truth }), eer(), pal(), us()]) {
      for (const labels of [Labels.none(pool), few, few.remove(50)]) {
        expect(await ask(several, labels, strategy)).toEqual(await ask(one, labels, strategy));
      }
    }
    expect(await several.frequencies(few)).toEqual(await one.frequencies(few));
    expect(one.explain()).toContain(`wasm, ${mode}, one thread`);
    expect(several.explain()).toContain(`wasm, ${mode}, ${threads} threads`);
    await several.close();
  }
});

test("frequencies of many items have the same bits on several threads, which share out what one label changes", async () => {
  const size = 2 ** 16 + 24; // from 65,536 items on columns and planes are worked on in blocks
  const draw = generator(6);
  const many = matrix(
    size,
    2,
    Float64Array.from({ length: 2 * size }, () => draw.nextUnit()),
  );
  const large = createPool({ features: many, classes: ["a", "b"], evaluation: { sample: 40 } });
  const one = await wasm("test", { mode: "tiles", threads: 1 }).open(large);
  const several = await wasm("test", { mode: "tiles", threads: 2 }).open(large);
  let labels = Labels.none(large);
  const bits = async (session: EngineSession) =>
    [await session.frequencies(labels), await session.evaluationFrequencies(labels)].map(({ data }) =>
      Buffer.from(data.buffer),
    );
  const isSame = async () => {
    const [here, there] = [await bits(one), await bits(several)];
    return here.every((numbers, i) => numbers.equals(there[i])); // a matcher takes seconds for so many numbers
  };
  for (const [item, y] of [
    [7, 0],
    [size - 1, 1],
    [3000, 0],
    [40_000, 0],
  ]) {
    labels = labels.add(item, y);
    expect(await isSame()).toBe(true);
  }
  labels = labels.remove(3000);
  expect(await isSame()).toBe(true);
  await several.close();
});

test("threads give the bits of one at the edges of doubles", async () => {
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
      const several = await wasm("test", { mode, threads: 2 }).open(extreme);
      for (const strategy of [xpal({ evaluationPrior: 1e-75 }), eer(), pal(), us()]) {
        expect((await ask(several, labels, strategy)).best).toEqual((await ask(plain, labels, strategy)).best);
      }
      await several.close();
    }
  }
});

test("a strategy of one's own and an own generator work beside threads", async () => {
  const session = await wasm("test", { threads: 2 }).open(pool);
  const own = { name: "own", scores: () => new Float64Array(120).fill(2), toJSON: () => ({ name: "own" }) };
  expect((await ask(session, Labels.none(pool), own)).best.length).toBe(120);
  await session.close();
});

test("a rejection keeps its sentence on the way from a thread", async () => {
  const session = await wasm("test", { threads: 2 }).open(pool);
  const rejected = ask(session, few, greedyAll({ truth: ["a"] }));
  await expect(rejected).rejects.toThrow("greedyAll: truth must name a class for each of 120 items, got 1");
  await session.close();
});

test.each([0, 1])(
  "when thread %i dies in the middle of a question, one thread answers it and a warning is given",
  async (victim) => {
    const workers: Worker[] = [];
    const warnings: string[] = [];
    const session = await RemoteSession.open(pool, {
      module: await wasmModule("shared"),
      memory: wasmMemory("shared", 1000),
      threads: 2,
      budget: 2 ** 25,
      keepWithin: 2 ** 25,
      mode: undefined,
      onWarning: ({ message }) => warnings.push(message),
      startThread: async () => mortalThread(workers),
      openInline: async () =>
        openInline(pool, {
          module: await wasmModule("own"),
          memory: null,
          threads: 1,
          budget: 2 ** 25,
          keepWithin: 2 ** 25,
          mode: undefined,
        }),
    });
    const asked = ask(session, few, xpal());
    await workers[victim].terminate();
    const one = await wasm("test", { threads: 1 }).open(pool);
    expect(await asked).toEqual(await ask(one, few, xpal()));
    expect(await ask(session, few.remove(3), xpal())).toEqual(await ask(one, few.remove(3), xpal()));
    expect(warnings).toEqual([expect.stringContaining("a thread of the engine died")]);
    expect(session.explain()).toContain("one thread, since a thread died");
    await session.close();
  },
);

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
  const session = await wasm("test", { threads: 2 }).open(learned);
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

test.each([2, 3, 4])(
  "%i threads give the bits of one where the kernel fits metrics, also after undoing",
  async (threads) => {
    const learned = () =>
      createPool({ features, kernel: learnedKernel({ base: rbf({ bandwidth: 0.7 }) }), classes: ["a", "b", "c"] });
    const one = await wasm("test", { threads: 1 }).open(learned());
    const several = await wasm("test", { threads }).open(learned());
    for (const count of [1, 9, 11, 12, 14, 13, 12, 15]) {
      const labels = answersInOrder(count);
      expect(await ask(several, labels, xpal({ ownRisk: 1 }))).toEqual(await ask(one, labels, xpal({ ownRisk: 1 })));
      expect(several.explanation().learned).toEqual(one.explanation().learned);
    }
    // A session that is opened with all answers, as after reading them back, has the same bits.
    const again = await wasm("test", { threads }).open(learned());
    const labels = answersInOrder(14);
    expect(await ask(again, labels, xpal({ ownRisk: 1 }))).toEqual(await ask(one, labels, xpal({ ownRisk: 1 })));
    await Promise.all([several, again].map((session) => session.close()));
  },
);

test("the caller's learning kernel made the thread's fits and forests once more, which kept the studio waiting", async () => {
  const kernel = learnedKernel({ base: rbf({ bandwidth: 0.7 }) });
  const learned = createPool({ features, kernel, classes: ["a", "b", "c"] });
  const session = await wasm("test", { threads: 2 }).open(learned);
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
  const session = await wasm("test", { threads: 2 }).open(createPool({ features, kernel, classes: ["a", "b", "c"] }));
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
  const module = await wasmModule("own");
  const session = await openInline(learned, {
    module,
    memory: null,
    threads: 1,
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
    module: await wasmModule("own"),
    memory: null,
    threads: 1,
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
