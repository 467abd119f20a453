import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as xpal from "../../src/index.ts";
import { doors, labels, labelsMethods, learnerMethods, snapshotMethods, trialLearner } from "./entry-points.ts";
import { nonsenseFor } from "./nonsense.ts";
import { bits, expectSound, orRejected } from "./sound.ts";

/** The same nonsense in every run, so that a failure repeats itself. */
const RUNS = { seed: 1, numRuns: 300 };
/** It changes the whole process; test/bundlers.test.ts tries it. `exp` is arithmetic: of NaN it is NaN. */
const ELSEWHERE = ["exp", "useWasm"];

describe("every way into the library is tried", () => {
  test("every exported function, and every static method of an exported class", () => {
    const names = Object.entries(xpal).flatMap(([name, value]) => {
      if (typeof value === "function" && !isClass(value)) return [name];
      const methods = Object.entries(Object.getOwnPropertyDescriptors(value));
      return methods.filter(([, { value: part }]) => typeof part === "function").map(([method]) => `${name}.${method}`);
    });
    expect([...Object.keys(doors), ...ELSEWHERE].sort()).toEqual(names.sort());
  });

  test("every method of Labels, Learner and Snapshot", async () => {
    const snapshot = (await trialLearner()).at();
    expect(Object.keys(snapshotMethods).sort()).toEqual(methodsOf(snapshot.constructor as { prototype: object }));
    expect(Object.keys(labelsMethods).sort()).toEqual(methodsOf(xpal.Labels));
    expect(Object.keys(learnerMethods).sort()).toEqual(methodsOf(xpal.Learner));
  });
});

describe("nonsense is rejected in one sentence or answered soundly, and changes nothing:", () => {
  test.each(Object.entries(doors))("%s", async (_, { valid, call, arranges }) => {
    expect((await orRejected(() => call(...(valid() as never[])))).rejected).toBe(false);
    let rejections = 0;
    await fc.assert(
      fc.asyncProperty(nonsenseFor(valid), async (args) => {
        const before = bits(args);
        const { rejected, value } = await orRejected(() => call(...(args as never[])));
        if (rejected) rejections++;
        else if (!arranges) await expectSound(value);
        if (!hasGenerator(args)) expect(bits(args)).toBe(before);
      }),
      RUNS,
    );
    if (valid().length > 0) expect(rejections).toBeGreaterThan(0);
  });

  test.each(Object.entries(labelsMethods))("labels.%s", async (method, valid) => {
    const before = bits(labels);
    await fc.assert(
      fc.asyncProperty(nonsenseFor(valid), async (args) => {
        await orRejected(() => (labels[method as keyof xpal.Labels] as Method).apply(labels, args));
        expect(bits(labels)).toBe(before);
      }),
      RUNS,
    );
  });

  test.each(Object.entries(learnerMethods))("learner.%s", async (method, valid) => {
    let learner = await trialLearner();
    const before = bits(learner);
    await fc.assert(
      fc.asyncProperty(nonsenseFor(valid), async (args) => {
        const call = () => (learner[method as keyof xpal.Learner] as Method).apply(learner, args);
        const { rejected, value } = await orRejected(call);
        if (!rejected) await expectSound(value);
        if (rejected) expect(bits(learner)).toBe(before);
        else if (bits(learner) !== before) learner = await trialLearner();
      }),
      RUNS,
    );
  });
});

describe("nonsense is rejected or answered soundly by a snapshot:", () => {
  test.each(Object.entries(snapshotMethods))("snapshot.%s", async (method, valid) => {
    const snapshot = (await trialLearner()).at();
    await fc.assert(
      fc.asyncProperty(nonsenseFor(valid), async (args) => {
        const call = () => (snapshot[method as keyof xpal.Snapshot] as Method).apply(snapshot, args);
        const { rejected, value } = await orRejected(call);
        if (!rejected) await expectSound(value);
      }),
      RUNS,
    );
  });
});

type Method = (...args: unknown[]) => unknown;

function isClass(value: unknown): value is { prototype: object } {
  return typeof value === "function" && /^class\b/.test(Function.prototype.toString.call(value));
}

function methodsOf({ prototype }: { prototype: object }): string[] {
  const callable = (name: string) => typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === "function";
  return Object.getOwnPropertyNames(prototype)
    .filter((name) => name !== "constructor" && callable(name))
    .sort();
}

/** A passed generator moves on, which is its purpose. */
function hasGenerator(args: unknown[]): boolean {
  return args.some(
    (arg) =>
      typeof (arg as { generator?: unknown })?.generator === "object" ||
      typeof (arg as xpal.Generator)?.nextIndex === "function",
  );
}
