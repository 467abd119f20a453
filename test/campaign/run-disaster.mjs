// Finds the disasters and runs one. A disaster is a file in `disasters`, which exports
//   about: one sentence,
//   defaultRounds: how many without --rounds; testRounds: how many in the test suite,
//   run({ rounds, chance, fail }): what it did as figures, name to number; `fail(sentence)` for each thing that is not right,
//     or { skipped: why } when this machine cannot do it.
import { readdir } from "node:fs/promises";
import { generator } from "@xpal/core";

/** The names of all disasters. */
export async function disasterNames() {
  const files = await readdir(new URL("./disasters/", import.meta.url));
  return files
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => file.slice(0, -".mjs".length))
    .sort();
}

/** Runs one; `rounds` defaults to its own number, "test" means that of the test suite. */
export async function runDisaster(name, { rounds, seed = 1 } = {}) {
  const { run, defaultRounds, testRounds } = await import(`./disasters/${name}.mjs`);
  const draw = generator(seed);
  const chance = {
    /** An integer from 0 to `below` - 1. */
    index: (below) => draw.nextIndex(below),
    /** One of a list. */
    of: (list) => list[draw.nextIndex(list.length)],
  };
  const failures = [];
  const start = performance.now();
  const told = await run({
    rounds: rounds === "test" ? testRounds : (rounds ?? defaultRounds),
    chance,
    fail: (sentence) => failures.push(sentence),
  });
  const { skipped, ...figures } = told;
  return { figures, failures, skipped, seconds: (performance.now() - start) / 1000 };
}
