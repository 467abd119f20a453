import { describe, expect, test } from "vitest";
import {
  createPool,
  eer,
  generator,
  Labels,
  Learner,
  learnedKernel,
  matrix,
  openSession,
  query,
  rbf,
  xpal,
} from "../../src/index.ts";
import { laterRejection } from "../rejection.ts";

const chance = generator(1);
const made = () =>
  createPool({
    features: matrix(
      300,
      2,
      Float64Array.from({ length: 600 }, () => chance.nextUnit()),
    ),
    classes: ["a", "b"],
  });

describe("a budget of memory", () => {
  test("that holds all lists is used for them, a smaller one for none", async () => {
    const pool = made();
    const said = async (memory: number) => (await openSession(pool, { memory })).explain();
    expect(await said(2 ** 24)).toContain("wasm, lists: every similarity is listed: 16.0 MiB may be used");
    expect(await said(1_130_000)).toContain("wasm, tiles: similarities are computed anew at each question");
  });

  test("gives the same choice however small it is", async () => {
    const pool = made();
    const labels = Labels.none(pool).add(3, 0).add(9, 1);
    const choices = [2 ** 24, 1_600_000, 1_130_000].map((memory) => query({ pool, labels, engine: { memory } }));
    const [most, ...less] = (await Promise.all(choices)).map(({ indices }) => indices);
    for (const choice of less) expect(choice).toEqual(most);
  });

  test("that is too small is rejected with the number of bytes that would do", async () => {
    const opened = openSession(made(), { memory: 1000 });
    await expect(opened).rejects.toThrow(/^engine: memory must be at least \d+ bytes for this pool, got 1000; raise/);
    const lists = openSession(made(), { memory: 1_500_000, mode: "lists" });
    await expect(lists).rejects.toMatchObject({ code: "does-not-fit" });
  });

  test("that was too small for what is asked later was said to be what was left of it", async () => {
    const { features, classes } = made();
    const pool = createPool({ features, classes, evaluation: { sample: 20 } });
    const labels = Labels.none(pool).add(3, 0).add(9, 1);
    const opened = (memory: number) => openSession(pool, { memory, worker: false });
    const least = Number((await laterRejection(() => opened(1000))).match(/\d+/)?.[0]);
    const candidates = Uint32Array.from({ length: 10 }, (_, i) => 20 + i);
    const scored = async (memory: number) =>
      (await opened(memory)).scores({ strategy: eer(), labels, candidates, generator: chance });
    const said = await laterRejection(() => scored(least));
    expect(said).toContain(`bytes for this pool, got ${least};`);
    const needed = Number(said.match(/\d+/)?.[0]);
    expect(needed).toBeGreaterThan(least);
    expect((await scored(needed)).scores).toHaveLength(10);
  });

  test("is left alone where less is to be kept: lists are left out, and what must be there is not rejected", async () => {
    const pool = made();
    const said = async (keepWithin: number) => (await openSession(pool, { memory: 2 ** 24, keepWithin })).explain();
    expect(await said(2 ** 24)).toContain("wasm, lists");
    expect(await said(0)).toContain("wasm, tiles");
  });

  test("and what is kept within it change no choice, of the learned kernel neither", async () => {
    const { features, classes } = made();
    const labels = Array.from({ length: 12 }, (_, i): [number, string] => [i * 20, i % 3 === 0 ? "a" : "b"]);
    const chosen = async (keepWithin: number) => {
      const engine = { memory: 2 ** 27, keepWithin };
      const learner = await Learner.create({
        features,
        classes,
        labels,
        kernel: learnedKernel({ base: rbf({ bandwidth: 0.3 }) }),
        engine,
      });
      const [{ index, score }] = await learner.suggest();
      return { index, score };
    };
    expect(await chosen(0)).toEqual(await chosen(2 ** 27));
  });

  test("was filled with the similarities to many labelled items, so that the sums that were needed next were rejected", async () => {
    const features = matrix(
      600,
      2,
      Float64Array.from({ length: 1200 }, () => chance.nextUnit()),
    );
    const labels = Array.from({ length: 500 }, (_, i): [number, string] => [i, features.data[2 * i] > 0.5 ? "a" : "b"]);
    const base = rbf({ bandwidth: 0.3 });
    const one = { localities: [0], views: ["given"], metrics: ["weights"] } as const;
    for (const kernel of [base, learnedKernel({ base, ...one })]) {
      const chosen = async (memory: number, keepWithin?: number) => {
        const engine = { memory, worker: false, ...(keepWithin === undefined ? {} : { keepWithin }) };
        const options = { features, classes: ["a", "b"], labels, kernel, engine };
        const [{ index, score }] = await (await Learner.create(options)).suggest();
        return { index, score };
      };
      const enough = await chosen(2 ** 27, 0);
      for (const memory of [2_600_000, 4_000_000]) {
        expect(await chosen(memory), `${kernel.name}, ${memory}`).toEqual(enough);
      }
    }
  });

  test("and other options of the engine are checked", async () => {
    const rejections = [
      [{ memory: -1 }, "query: engine.memory must be an integer of at least 1, got -1"],
      [{ keepWithin: -1 }, "query: engine.keepWithin must be an integer of at least 0, got -1"],
      [{ mode: "fast" }, 'query: engine.mode must be one of lists, tiles, got "fast"'],
      [{ worker: 1 }, "query: engine.worker must be true or false, got 1"],
      [{ onWarning: 3 }, "query: engine.onWarning must be a function, got 3"],
      [{ speed: 3 }, "query: engine.speed is unknown; known are memory, keepWithin, mode, worker, onWarning"],
    ] as const;
    for (const [engine, message] of rejections) {
      await expect(query({ pool: made(), engine: engine as never })).rejects.toThrow(message);
    }
  });
});

describe("a pool whose features change under the engine", () => {
  test("is rejected at the next question", async () => {
    const { features, classes } = made();
    const learner = await Learner.create({ features, classes, strategy: xpal() });
    await learner.suggest();
    (features as { data: Float64Array }).data[100] += 1;
    await expect(learner.suggest()).rejects.toThrow(
      "engine: pool must not be changed while an engine works on it, but its features were; create a new pool",
    );
  });
});
