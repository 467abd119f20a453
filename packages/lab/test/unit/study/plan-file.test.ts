import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EXAMPLE_PLAN } from "../../../src/study/example-plan.ts";
import { planJsonSchema } from "../../../src/study/plan-schema.ts";
import { checkPlanFile, readPlanFile } from "../../../src/study/read-plan-file.ts";
import { studyPlan } from "../../../src/study/study-plan.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-plan-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const good = { datasets: [{ bundled: "iris" }], strategies: ["xpal", "rand"] };

describe("a plan file", () => {
  test("is what the published schema says; regenerate plan.schema.json when this fails", () => {
    const published = JSON.parse(readFileSync(new URL("../../../plan.schema.json", import.meta.url), "utf8"));
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
    expect(plan.strategies.map(({ key }) => key)).toEqual(["xpal", "us", "rand", "xpal-0.1"]);
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

  test("reads categories for the Hamming kernel and words beside numbers", async () => {
    written("mixed.csv", "size,colour,shape,class\n1,red,x,a\n2,blue,y,b\n3,green,x,a\n4,red,y,b\n");
    const { plan: made } = await plan({ ...good, datasets: [{ file: "mixed.csv" }, { generator: "monks-1" }] });
    expect([...made.datasets[0].dataset.features.data.subarray(0, 5)]).toEqual([1, 0, 0, 1, 0]); // size, blue, green, red, y
    expect(made.datasets[1].card).toMatchObject({ kernel: "hamming", features: 6, instances: 432 });
  });
});
