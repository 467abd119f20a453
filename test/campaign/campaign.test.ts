// A few rounds of each disaster; `npm run campaign` runs them at length.
import { describe, expect, test } from "vitest";
import { disasterNames, runDisaster } from "./run-disaster.mjs";

const names: string[] = await disasterNames();

describe("a disaster leaves nothing lost, doubled or let in:", () => {
  test.each(names)("%s", { timeout: 300_000 }, async (name) => {
    const { failures, skipped } = await runDisaster(name, { rounds: "test", seed: 1 });
    if (skipped !== undefined) console.log(`${name}: skipped, ${skipped}`);
    expect(failures).toEqual([]);
  });
});
