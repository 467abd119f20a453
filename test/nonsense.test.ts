// What is passed wrongly to a function that people call, of the packages for data and experiments, is answered, or is an error of one
// sentence that names function and argument. The core has the same test with arguments of its own (packages/core/test/property).

import { isRejection } from "@xpal/core/check";
import * as data from "@xpal/data";
import * as browser from "@xpal/data/browser";
import * as lab from "@xpal/lab";
import { expect, test } from "vitest";

const NONSENSE = [undefined, null, 42, Number.NaN, "x", {}, [], [null], { rows: 1 }, () => 1];

/** What they do with a "wrong" argument is start something: a download, an hour of computing. */
const STARTS = ["openml", "openmlDatasets", "quickDatasets", "computationTimes"];
/** Their first arguments are what the rejection says, for functions that check on behalf of others. */
const SPEAK_FOR_OTHERS = ["columnOf", "lossMatrixOf", "labelCostsOf", "modelFromJSON"];

const doors = Object.entries({ data, browser, lab }).flatMap(([door, exported]) =>
  Object.entries(exported)
    .filter(
      ([name, value]) =>
        typeof value === "function" && !isClass(value) && !STARTS.includes(name) && !SPEAK_FOR_OTHERS.includes(name),
    )
    .map(([name, value]) => [`${door}.${name}`, value as (...args: unknown[]) => unknown] as const),
);

test.each(doors)("%s called with nonsense answers or rejects in one sentence", async (_, call) => {
  for (const value of NONSENSE) {
    let error: unknown = null;
    try {
      await call(value, value, value);
    } catch (thrown) {
      error = thrown;
    }
    if (error === null || isRejection(error)) continue;
    expect.soft([value, String(error)]).toBe("an answer or a rejection");
  }
});

function isClass(value: unknown): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}
