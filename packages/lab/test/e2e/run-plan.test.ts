// Running a plan on threads, as built: what fails, what is stopped, what is told.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onThreads, type Plan, type PlanRunner, type Progress, plannedRuns, runExperiment } from "@xpal/lab";
import { openStore, type Store, StoreError } from "@xpal/store";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunPlanOptions, runPlan } from "../../dist/run/run-plan.js";
import { threadPool } from "../../dist/run/thread-pool.js";
import { smallPlan } from "../unit/plan/small-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-run-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let store: Store;
let count = 0;
beforeEach(async () => {
  store = await openStore(`sqlite:${join(folder, `${count++}.sqlite`)}`);
});
afterEach(() => store.close());

async function run(plan: Plan, more: Partial<RunPlanOptions> = {}) {
  const runner = threadPool(plan, 2);
  try {
    return await runPlan(plan, {
      ...{ store: store.runs, runner, owner: "test", version: "0", now: () => Date.now() },
      ...more,
    });
  } finally {
    await runner.close();
  }
}

/** What is stored of the first run of a strategy. */
async function outcomeOf<T>(plan: Plan, place: number): Promise<T> {
  const planned = plannedRuns(plan).find(({ strategy }) => strategy === place);
  return (await store.runs.get(planned?.key ?? ""))?.outcome as T;
}

/** The plan with a module of the given text beside xPAL. */
function planWith(name: string, text: string): Plan {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, text);
  const plan = smallPlan();
  const options = {};
  const own = { key: name, title: name, options, source: { kind: "module" as const, path, hash: name, options } };
  return { ...plan, strategies: [plan.strategies[0], own] };
}

describe("running a plan", () => {
  test("stores every run, tells how far it is, and does nothing the second time", async () => {
    const plan = smallPlan();
    const heard: Progress[] = [];
    const { finished, failures } = await run(plan, { onProgress: (progress) => heard.push(progress) });
    expect([finished, failures]).toEqual([18, []]);
    expect(await store.runs.keys({ prefix: "run/" })).toEqual(
      plannedRuns(plan)
        .map(({ key }) => key)
        .sort(),
    );
    expect(heard.at(-1)).toMatchObject({ total: 18, done: 18, finished: 18, failed: 0, secondsLeft: 0 });
    expect((await run(plan)).finished).toBe(0);
    expect((await run({ ...plan, repetitions: 4 })).finished).toBe(6);
  });

  test("measures what is asked for beside the error", async () => {
    const plan = smallPlan({ measures: ["brier", "macroF1"], repetitions: 1 });
    await run(plan);
    const { measures, errors } = await outcomeOf<{ measures: Record<string, number[]>; errors: number[] }>(plan, 0);
    expect(measures.brier).toHaveLength(errors.length);
    expect(measures.brier[0]).toBeCloseTo(0.5, 15); // nothing known: (1 - 1/2)^2 + (0 - 1/2)^2
  });

  test.each([
    [
      "throws",
      "export default { name: 'mine', scores() { throw new Error('no luck') } }",
      'strategy mine: scores(view) must not throw, got "no luck"',
    ],
    [
      "rejects",
      "export default { name: 'mine', check() { throw new Error('only texts') }, scores: () => new Float64Array(0) }",
      'strategy mine: the dataset must be one that the strategy can score, got "only texts"',
    ],
    [
      "nan",
      "export default () => ({ name: 'mine', scores: (view) => new Float64Array(view.candidates.length).fill(NaN) })",
      "scores[0] must be a number, got NaN",
    ],
    [
      "short",
      "export default { name: 'mine', scores: () => new Float64Array(1) }",
      "scores must be a Float64Array of length",
    ],
    [
      "labelled",
      "let first; export default { name: 'mine', choose(view) { return view.labels.count === 0 ? (first = view.candidates[0]) : first } }",
      "the chosen item must not be labelled already",
    ],
    [
      "outside",
      "export default { name: 'mine', choose: () => 1e6 }",
      "the chosen item must be an item of view.candidates, got 1000000",
    ],
    ["nothing", "export const strategy = 1", "must be a strategy with scores(view) or choose(view)"],
    ["syntax", "export default {", "must be an ES module that can be loaded"],
  ])("goes on without a strategy module that is wrong: %s", async (name, text, sentence) => {
    const plan = planWith(name, text);
    const { finished, failures } = await run(plan);
    expect(finished).toBe(6);
    expect(failures).toHaveLength(6);
    for (const failure of failures)
      expect(failure).toMatchObject({ strategy: name, sentence: expect.stringContaining(sentence) });
    expect(await store.runs.keys({ prefix: "run/" })).toHaveLength(6);
  });

  test("runs a module that scores, and one that chooses", async () => {
    const scoring = planWith(
      "scores",
      "export default ({ sign = 1 }) => ({ name: 'xpal', scores: (view) => view.candidates.length ? Float64Array.from(view.candidates, (c) => sign * c) : new Float64Array() })",
    );
    const choosing = planWith("chooses", "export default { name: 'last', choose: (view) => view.candidates.at(-1) }");
    expect((await run(scoring)).failures).toEqual([]);
    expect((await run(choosing)).failures).toEqual([]);
    const picks = async (plan: Plan) => (await outcomeOf<{ picks: number[] }>(plan, 1)).picks;
    expect((await picks(scoring)).slice(0, 3)).toEqual([23, 22, 21]);
    expect(await picks(choosing)).toEqual(await picks(scoring));
  });

  test("stops at once when told to, keeps what was finished and holds nothing back", async () => {
    const plan = smallPlan({ repetitions: 200 });
    const stop = new AbortController();
    const running = run(plan, { signal: stop.signal, onProgress: ({ done }) => void (done >= 5 && stop.abort()) });
    await expect(running).rejects.toThrow("runPlan: the experiment was stopped");
    const kept = await store.runs.keys({ prefix: "run/" });
    expect(kept.length).toBeGreaterThanOrEqual(5);
    expect(kept.length).toBeLessThan(1200);
    const free = plannedRuns(plan).find(({ key }) => !kept.includes(key));
    expect(await store.runs.claim(free?.key ?? "", { owner: "another", now: 0, until: 1 })).toBe(true);
  });

  test("ends with the store's own words when an outcome cannot be kept", async () => {
    const full = new StoreError("full", { who: "runs.put", argument: "the disk", rule: "is full" });
    let puts = 0;
    const failing = {
      ...store.runs,
      put: (...args: Parameters<typeof store.runs.put>) =>
        ++puts > 3 ? Promise.reject(full) : store.runs.put(...args),
    };
    await expect(run(smallPlan({ repetitions: 50 }), { store: failing })).rejects.toThrow("runs.put: the disk is full");
    expect(await store.runs.keys({ prefix: "run/" })).toHaveLength(3);
  });
});

test("the threads of an experiment were those of its command, whoever did the runs", async () => {
  const experimentOf = async (name: string, runner?: PlanRunner) => {
    const { experiment } = await runExperiment(smallPlan(), {
      ...{ out: join(folder, name), threads: 1, owner: name, now: () => Date.now(), machine: "a test" },
      ...(runner === undefined ? {} : { runner }),
      report: { maps: false },
    });
    return experiment.environment;
  };
  expect(await experimentOf("own")).toMatchObject({ threads: 1, sessions: [{ threads: 1 }] });
  expect(await experimentOf("named", onThreads(2))).toMatchObject({ threads: 2, sessions: [{ threads: 2 }] });
  // As workers on a queue: somebody else does them.
  const onTwo = onThreads(2);
  const elsewhere = await experimentOf("elsewhere", (plan, options) => onTwo(plan, options));
  expect(elsewhere).not.toHaveProperty("threads");
  expect(elsewhere.sessions).toMatchObject([{ machine: "a test" }]);
  expect(elsewhere.sessions?.[0]).not.toHaveProperty("threads");
});
