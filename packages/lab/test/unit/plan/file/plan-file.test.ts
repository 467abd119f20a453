import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { EXAMPLE_PLAN } from "../../../../src/plan/file/example-plan.ts";
import { planJsonSchema } from "../../../../src/plan/file/plan-schema.ts";
import { checkPlanFile, readPlanFile } from "../../../../src/plan/file/read-plan-file.ts";
import { studyPlan } from "../../../../src/plan/file/study-plan.ts";
import { plannedRuns } from "../../../../src/plan/planned-runs.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const good = { datasets: [{ bundled: "iris" }], strategies: ["xpal", "rand"] };

describe("a plan file", () => {
  test("is what the published schema says; regenerate plan.schema.json when this fails", () => {
    const published = JSON.parse(readFileSync(new URL("../../../../plan.schema.json", import.meta.url), "utf8"));
    expect(published).toEqual(planJsonSchema());
  });

  test("of the example becomes a plan with all that it says", async () => {
    const path = written("example.yaml", EXAMPLE_PLAN);
    const { plan, left } = await studyPlan(readPlanFile(path), path);
    expect(left).toEqual([]);
    expect(plan.datasets.map(({ card }) => [card.name, card.instances])).toEqual([
      ["wine", 178],
      ["moons", 150],
    ]);
    expect(plan.strategies.map(({ key }) => key)).toEqual(["xpal", "us", "rand", "xpal-0.1", "adaptive"]);
    expect(plan).toMatchObject({ reference: "xpal", repetitions: 5, budget: 40, measures: ["balancedError"] });
    expect(plan.datasets[0].options).toEqual({ budget: 40, testShare: 0.4 });
  });

  test("may be JSON", () => {
    expect(readPlanFile(written("plan.json", JSON.stringify(good)))).toEqual(good);
  });

  test.each([
    [{ ...good, repetition: 5 }, 'must not have the key "repetition"'],
    [{ ...good, datasets: [{ file: "a.csv", lable: "class" }] }, 'must not have the key "lable" in datasets[0]'],
    [
      { ...good, datasets: [{ csv: "a.csv" }] },
      "datasets[0] must have one of file, openml, bundled, generator, folder",
    ],
    [{ ...good, strategies: [{ strategy: "xpall" }] }, "strategies[0].strategy must be one of"],
    [{ ...good, strategies: [] }, "strategies"],
    [{ ...good, strategies: [{ strategy: "us", kernel: "rbf" }] }, "strategies[0].kernel must be one of adaptive"],
    [
      { ...good, strategies: [{ strategy: "us", kernel: "adaptive", kernelOptions: { scale: [1] } }] },
      'must not have the key "scale" in strategies[0].kernelOptions',
    ],
    [
      { ...good, strategies: [{ strategy: "us", kernel: "adaptive", kernelOptions: { choose: "worst" } }] },
      "strategies[0].kernelOptions.choose must be one of mixture, best",
    ],
    [
      { ...good, strategies: [{ module: "./mine.mjs", key: "mine", kernel: "adaptive" }] },
      'strategies[0].kernel must go with a strategy of the library, got "a module"',
    ],
    [{ ...good, repetitions: 0 }, "repetitions"],
    [{ ...good, budget: 2.5 }, "budget"],
    [{ ...good, measures: ["accuracy"] }, "measures[0] must be one of"],
    [{ strategies: ["xpal"] }, "datasets"],
    [[], "plan.yaml"],
    [null, "plan.yaml"],
  ])("refuses %j in one sentence", (content, words) => {
    let message = "";
    try {
      checkPlanFile(content, "plan.yaml");
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(words);
    expect(message).not.toContain("\n");
  });

  test("that is no YAML is refused with the line", () => {
    const path = written("broken.yaml", "datasets: [\nstrategies: }");
    expect(() => readPlanFile(path)).toThrow(/broken\.yaml, line 2 must be YAML or JSON: /);
    expect(() => readPlanFile(join(folder, "none.yaml"))).toThrow(/must be a file that can be read, got "ENOENT"/);
  });
});

describe("a study's plan", () => {
  const plan = (content: object) => studyPlan(checkPlanFile(content, "plan.yaml"), join(folder, "plan.yaml"));

  test("leaves out a dataset with a class of one member and goes on with the others", async () => {
    written("lonely.csv", `x,class\n1,a\n2,a\n3,b\n4,b\n5,c\n`);
    const { plan: made, left } = await plan({ ...good, datasets: [{ file: "lonely.csv" }, { bundled: "iris" }] });
    expect(made.datasets.map(({ card }) => card.name)).toEqual(["iris"]);
    expect(left).toEqual([
      'a dataset was left out: lonely, class "c" must have two members at least, one to train and one to test on, got 1; drop it or join it with another',
    ]);
    await expect(plan({ ...good, datasets: [{ file: "lonely.csv" }] })).rejects.toThrow(
      /datasets must hold one that can/,
    );
  });

  test("leaves out a file that is not there, and refuses a module that is not there", async () => {
    const { left } = await plan({ ...good, datasets: [{ file: "gone.csv" }, { bundled: "iris" }] });
    expect(left[0]).toMatch(/gone\.csv/);
    const strategies = [{ module: "./gone.mjs", key: "mine" }];
    await expect(plan({ ...good, strategies })).rejects.toThrow(
      /gone\.mjs must be a file that can be read, got "ENOENT"/,
    );
  });

  test("refuses names that clash, an unknown reference and options that a strategy does not know", async () => {
    await expect(plan({ ...good, strategies: ["xpal", "xpal"] })).rejects.toThrow(
      /strategies must have different names/,
    );
    await expect(plan({ ...good, datasets: [{ bundled: "iris" }, { bundled: "iris" }] })).rejects.toThrow(
      /datasets must have/,
    );
    await expect(plan({ ...good, reference: "us" })).rejects.toThrow("study: reference must be one of xpal, rand");
    const strategies = [{ strategy: "xpal", options: { prior: 1 } }];
    await expect(plan({ ...good, strategies })).rejects.toThrow(/prior/);
  });

  test("gives a strategy a kernel of its own, and leaves the keys of the others' runs as they were", async () => {
    const kernel = { kernel: "adaptive", kernelOptions: { localities: [0], choose: "best" } };
    const content = { ...good, strategies: ["xpal", { strategy: "us", key: "best", ...kernel }, { strategy: "us" }] };
    const { plan: made } = await plan(content);
    const [, best] = made.strategies;
    expect(best.source).toEqual({
      kind: "library",
      name: "us",
      options: {},
      kernel: { name: "adaptive", localities: [0], choose: "best" },
    });
    expect(best.options).toEqual({ kernel: { name: "adaptive", localities: [0], choose: "best" } });
    const [xpal, learnt, us] = plannedRuns(made).map(({ key }) => key.split("/")[1]);
    expect(new Set([xpal, learnt, us]).size).toBe(3);
    const { plan: without } = await plan({ ...good, strategies: ["xpal", { strategy: "us" }] });
    expect(plannedRuns(without).map(({ key }) => key.split("/")[1])).toEqual(
      Array.from({ length: 20 }, () => [xpal, us]).flat(),
    );
    expect(us).toBe("8b0583cb8a581c1ba533"); // stores out there hold runs under it
  });

  test.each([
    [{ strategy: "qbc", kernel: "adaptive" }, "study: kernel: adaptive of qbc must go with one of xpal, pal"],
    [{ strategy: "us", kernelOptions: { from: 3 } }, "study: kernelOptions of us must go with kernel: adaptive"],
    [
      { strategy: "us", kernel: "adaptive", kernelOptions: { localities: [11] } },
      "study: kernelOptions of us, localities must be a number from 0 to 10, got 11",
    ],
  ])("refuses the kernel of %j in one sentence", async (strategy, sentence) => {
    await expect(plan({ ...good, strategies: [strategy] })).rejects.toThrow(sentence);
  });

  test("runs a part of it, under the keys of the whole", async () => {
    const content = {
      ...good,
      datasets: [{ bundled: "iris" }, { bundled: "wine" }],
      strategies: ["rand", "xpal", "us"],
    };
    const file = checkPlanFile({ ...content, reference: "xpal" }, "plan.yaml");
    const whole = await studyPlan(file, "plan.yaml");
    const wishes = { datasets: ["wine"], strategies: ["us", "xpal"], repetitions: 2 };
    const { plan: part } = await studyPlan(file, "plan.yaml", wishes);
    expect(part.strategies.map(({ key }) => key)).toEqual(["xpal", "us"]);
    const keys = plannedRuns(whole.plan).map(({ key }) => key);
    expect(plannedRuns(part)).toHaveLength(4);
    for (const { key } of plannedRuns(part)) expect(keys).toContain(key);
    await expect(studyPlan(file, "plan.yaml", { strategies: ["rand"] })).rejects.toThrow(
      'study: --strategies must name the reference xpal as well, got "rand"; the others are compared with it',
    );
    await expect(studyPlan(file, "plan.yaml", { datasets: ["iri"] })).rejects.toThrow(
      'study: --datasets must be among iris, wine, got "iri"',
    );
  });

  test("takes its data from the folder that the caller names, but for what it leaves out", async () => {
    const entry = (name: string) => ({ name, file: `${name}.csv`, kernel: "rbf" });
    written("datasets.json", JSON.stringify([entry("one"), entry("two")]));
    for (const name of ["one", "two"]) written(`${name}.csv`, "x,class\n1,a\n2,b\n3,a\n4,b\n");
    const file = checkPlanFile({ ...good, datasets: [{ folder: "$data", except: ["one", "three"] }] }, "plan.yaml");
    const { plan: made } = await studyPlan(file, "elsewhere/plan.yaml", { data: folder });
    expect(made.datasets.map(({ card }) => card.name)).toEqual(["two"]);
    await expect(studyPlan(file, "plan.yaml")).rejects.toThrow(/study: --data must name a folder/);
  });

  test("that is shipped is valid and compares each strategy with plain xPAL over seeds 1 to 100", async () => {
    const path = fileURLToPath(new URL("../../../../../../studies/adaptive.yaml", import.meta.url));
    const { plan: made } = await studyPlan(readPlanFile(path), path, { data: folder });
    expect(made).toMatchObject({ reference: "xpal", repetitions: 100, budget: 200 });
    const learnt = made.strategies.filter(({ source }) => source.kind === "library" && source.kernel !== undefined);
    expect(learnt.map(({ key }) => key)).toEqual([
      "adaptive",
      "no-own-risk",
      "scales-only",
      "best-scale",
      "views",
      "margin-adaptive",
      "us-adaptive",
      "rand-adaptive",
    ]);
  });

  test("reads categories for the Hamming kernel and words beside numbers", async () => {
    written("mixed.csv", "size,colour,shape,class\n1,red,x,a\n2,blue,y,b\n3,green,x,a\n4,red,y,b\n");
    const { plan: made } = await plan({ ...good, datasets: [{ file: "mixed.csv" }, { generator: "monks-1" }] });
    expect([...made.datasets[0].dataset.features.data.subarray(0, 5)]).toEqual([1, 0, 0, 1, 0]); // size, blue, green, red, y
    expect(made.datasets[1].card).toMatchObject({ kernel: "hamming", features: 6, instances: 432 });
  });
});
