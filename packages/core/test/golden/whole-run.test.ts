// Same seed, same bytes: whole runs on a made-up pool, as they came out when this file was written. A change of runtime,
// of an engine or of the order of a sum shows here. Written anew, after a change that is meant, by `npx vitest run -u`.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  alce,
  type EngineChoice,
  eer,
  greedyAll,
  type Kernel,
  Learner,
  learnedKernel,
  meanBandwidth,
  pal,
  qbc,
  random,
  rbf,
  type Strategy,
  us,
  xpal,
} from "../../src/index.ts";
import { madeUpPoints, madeUpTruth } from "../made-up-pools.ts";

const SIZE = 60;
const STEPS = 30;
const classes = ["a", "b", "c"];
const features = madeUpPoints(SIZE, 3, 5);
const truth = madeUpTruth(SIZE, classes);
const base = rbf({ bandwidth: meanBandwidth(SIZE, 3) });
const strategies = [xpal(), pal(), us({ measure: "entropy" }), eer(), qbc(), alce(), random(), greedyAll({ truth })];

test("whole runs choose the items they always chose, with the scores they always had, to the bit", async () => {
  const lines: string[] = [];
  for (const strategy of strategies) lines.push(await wholeRun(strategy, base, "definition"));
  lines.push(await wholeRun(xpal({ ownRisk: 1 }), learnedKernel({ base }), "definition"));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("whole-run.txt");
});

test("the default engine chooses the very same items", async () => {
  for (const strategy of strategies) {
    const [chosen] = (await wholeRun(strategy, base, undefined)).split(" scores ");
    expect((await wholeRun(strategy, base, "definition")).startsWith(chosen)).toBe(true);
  }
});

/** The chosen items in order, and a digest of the bytes of their scores and of the final probabilities. */
async function wholeRun(strategy: Strategy, kernel: Kernel, engine: EngineChoice | undefined): Promise<string> {
  const learner = await Learner.create({ features, kernel, classes, strategy, seed: 20, engine });
  const chosen: number[] = [];
  const digest = createHash("sha256");
  for (let step = 0; step < STEPS; step++) {
    const [{ index, score }] = await learner.suggest();
    chosen.push(index);
    digest.update(Float64Array.of(score));
    await learner.label(index, truth[index]);
  }
  digest.update((await learner.probabilities()).data);
  await learner.close();
  return `${kernel.name} ${strategy.name}: ${chosen.join(" ")} scores ${digest.digest("hex")}`;
}
