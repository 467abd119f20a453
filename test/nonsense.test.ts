// What is passed wrongly to any function of a package's door is answered, or refused in one sentence that says who refuses
// what: never by an error from inside. The core has the same test with arguments of its own (packages/core/test/property).

import { isRefusal } from "@xpal/core/check";
import * as data from "@xpal/data";
import * as browser from "@xpal/data/browser";
import * as lab from "@xpal/lab";
import * as queue from "@xpal/queue";
import * as store from "@xpal/store";
import * as studio from "@xpal/studio";
import { expect, test } from "vitest";

const NONSENSE = [undefined, null, 42, Number.NaN, "x", {}, [], [null], { rows: 1 }, () => 1];

/** What they do with a "wrong" argument is start something: a server, a download, an hour of computing. */
const STARTS = ["startStudio", "openml", "openmlDatasets", "quickDatasets", "computationTimes", "holdLock"];
/** Their first arguments are what the refusal says, for functions that check on behalf of others. */
const SPEAK_FOR_OTHERS = ["columnOf", "lossMatrixOf", "labelCostsOf", "modelFromJSON"];

const doors = Object.entries({ data, browser, lab, queue, store, studio }).flatMap(([door, exported]) =>
  Object.entries(exported)
    .filter(
      ([name, value]) =>
        typeof value === "function" && !isClass(value) && !STARTS.includes(name) && !SPEAK_FOR_OTHERS.includes(name),
    )
    .map(([name, value]) => [`${door}.${name}`, value as (...args: unknown[]) => unknown] as const),
);

test.each(doors)("%s called with nonsense answers or refuses in one sentence", async (_, call) => {
  for (const value of NONSENSE) {
    let error: unknown = null;
    try {
      await call(value, value, value);
    } catch (thrown) {
      error = thrown;
    }
    if (error === null || isRefusal(error) || (error as Error).name === "StudioError") continue;
    expect.soft([value, String(error)]).toBe("an answer or a refusal");
  }
});

function isClass(value: unknown): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value));
}
