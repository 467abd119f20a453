import { describe, expect, test } from "vitest";
import {
  adaptiveViews,
  createPool,
  generator,
  hamming,
  Labels,
  Learner,
  type Matrix,
  matrix,
  rbf,
  xpalAdaptive,
} from "../../../../src/index.ts";
import { kernelFromJSON } from "../../../../src/kernels/kernel-from-json.ts";

const BASE = rbf({ bandwidth: 0.4 });

describe("adaptiveViews", () => {
  test("looks at decorrelated features once the labels follow a contrast of alike columns", () => {
    const { pool, labels } = contrasts(80, 24);
    const kernel = adaptiveViews({ base: BASE });
    expect(kernel.viewAt(pool.features, labels).name).toBe("decorrelated");
    const [given, decorrelated] = kernel.viewsOn(pool.features);
    const evidence = [given, decorrelated].map(({ features }) => kernel.adaptive.evidenceAt(features, labels));
    expect(evidence[1]).toBeGreaterThan(evidence[0] as number);
    expect(kernel.stateAt(pool.features, labels).kernel.toJSON()).toMatchObject({
      name: "mixture",
      view: "decorrelated",
    });
  });

  test("looks at features as they are given where that explains the labels, and before there are enough labels", () => {
    const { pool, labels } = contrasts(80, 24);
    const kernel = adaptiveViews({ base: BASE });
    const common = Labels.from(
      pool,
      labels.labelled.map(({ index }) => [index, sumOf(pool.features as Matrix, index) > 0 ? "yes" : "no"]),
    );
    expect(kernel.viewAt(pool.features, common).name).toBe("given");
    const few = Labels.from(pool, [[0, "yes"]]);
    expect(kernel.viewAt(pool.features, few).name).toBe("given");
    expect(kernel.stateAt(pool.features, few).kernel.name).toBe("rbf");
  });

  test("gives the classifier more than the given features do, and new items what equal items of the pool get", async () => {
    const { pool, labels, truth } = contrasts(80, 24);
    const rightWith = async (views: boolean): Promise<number> => {
      const { kernel } = xpalAdaptive({ base: BASE, views });
      const learner = await Learner.create({ features: pool.features, classes: ["no", "yes"], kernel });
      for (const { index } of labels.labelled) await learner.label(index, truth[index]);
      const found = await learner.predict();
      const copy = matrix(pool.size, 6, (pool.features as Matrix).data.slice());
      const again = (await learner.probabilities(copy)).data;
      expect([...again]).toEqual([...(await learner.probabilities()).data]);
      await learner.close();
      return found.filter((name, i) => name === truth[i]).length;
    };
    expect(await rightWith(true)).toBeGreaterThan((await rightWith(false)) + 8);
  });

  test("is written down and read back", () => {
    const { pool, labels } = contrasts(40, 12);
    const kernel = adaptiveViews({ base: BASE, shrinkage: 0.02, scales: [1, 2] });
    const again = kernelFromJSON(JSON.parse(JSON.stringify(kernel.toJSON())));
    expect(again.toJSON()).toEqual(kernel.toJSON());
    expect(again.stateAt?.(pool.features, labels).kernel.toJSON()).toEqual(
      kernel.stateAt(pool.features, labels).kernel.toJSON(),
    );
  });

  test("has only the given view for one column and for more than 128", () => {
    const kernel = adaptiveViews({ base: BASE });
    for (const cols of [1, 129]) expect(kernel.viewsOn(matrix(3, cols)).map(({ name }) => name)).toEqual(["given"]);
  });

  test("refuses what it cannot do in one sentence", () => {
    expect(() => adaptiveViews({ base: hamming({ bandwidth: 1 }) })).toThrow(
      "adaptiveViews: base must be the kernel rbf",
    );
    expect(() => adaptiveViews({ base: BASE, shrinkage: 0 })).toThrow("adaptiveViews: shrinkage must be a number from");
    expect(() => adaptiveViews({ base: BASE, colour: 1 } as never)).toThrow("options.colour is unknown");
    expect(() => adaptiveViews(undefined as never)).toThrow("adaptiveViews: options must be an object");
  });

  test("is what the preset uses when asked to", () => {
    expect(xpalAdaptive({ base: BASE, views: true }).kernel.name).toBe("adaptiveViews");
    expect(xpalAdaptive({ base: BASE }).kernel.name).toBe("adaptive");
  });
});

/** Six columns that are nearly the same number; the class is the sign of a small contrast between them. */
function contrasts(size: number, labelled: number) {
  const chance = generator(3);
  const noise = () => chance.nextIndex(10000) / 10000 - 0.5;
  const features = matrix(size, 6);
  const truth: string[] = [];
  for (let i = 0; i < size; i++) {
    const common = 6 * noise();
    const contrast = 0.5 * noise();
    truth.push(contrast > 0 ? "yes" : "no");
    for (let d = 0; d < 6; d++)
      features.data[i * 6 + d] = common + (d % 2 === 0 ? contrast : -contrast) + 0.2 * noise();
  }
  const pool = createPool({ features, classes: ["no", "yes"], kernel: BASE });
  const labels = Labels.from(
    pool,
    Array.from({ length: labelled }, (_, i) => [i, truth[i]]),
  );
  return { pool, labels, truth };
}

function sumOf({ cols, data }: Matrix, i: number): number {
  return data.subarray(i * cols, (i + 1) * cols).reduce((sum, value) => sum + value, 0);
}
