// A program whose learner works in a thread of its own, as built: the thread keeps it from ending while it waits for an answer, and no longer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const program = (rest: string) => `
import { generator, Learner, matrix, rbf, xpalLearned } from "${import.meta.resolve("@xpal/core")}";
const chance = generator(1);
const features = matrix(3000, 2, Float64Array.from({ length: 6000 }, () => chance.nextUnit()));
${rest}
console.log((await learner.suggest()).length, learner.explain().includes("a thread of its own"));
`;

test.each([
  ["a plain kernel", `const learner = await Learner.create({ features, classes: ["a", "b"] });`],
  [
    "the learned kernel",
    `const { kernel, strategy } = xpalLearned({ base: rbf({ bandwidth: 0.3 }) });
const learner = await Learner.create({ features, classes: ["a", "b"], kernel, strategy });
await learner.label(5, "a");`,
  ],
])("a program ends by itself although its learner is open: %s", (_, rest) => {
  const folder = mkdtempSync(join(tmpdir(), "xpal-program-"));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, program(rest));
    const { stdout, status } = spawnSync(process.execPath, [file], { encoding: "utf8", timeout: 120_000 });
    expect([stdout, status]).toEqual(["1 true\n", 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
