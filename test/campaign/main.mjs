// Disasters at length: npm run campaign -- [names] [--rounds N] [--seed N] [--list]. Without names, all of them. Prints
// figures, and exits with 1 when anything was lost, doubled, or answered in another way than it should be.
import { parseArgs } from "node:util";
import { disasterNames, runDisaster } from "./run-disaster.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
  },
});
const names = await disasterNames();
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined) reject(`names must be among ${names.join(", ")}, got ${JSON.stringify(unknown)}`);
const rounds = values.rounds === undefined ? undefined : count("--rounds", values.rounds, 1);
const seed = count("--seed", values.seed, 0);

if (values.list) {
  for (const name of names) console.log(`${name}: ${(await import(`./disasters/${name}.mjs`)).about}`);
  process.exit();
}
let failed = 0;
for (const name of positionals.length > 0 ? positionals : names) {
  const { figures, failures, skipped, seconds } = await runDisaster(name, { rounds, seed });
  if (skipped !== undefined) {
    console.log(`${name}: skipped, ${skipped}`);
    continue;
  }
  const told = Object.entries(figures).map(([what, value]) => `${value} ${what}`);
  console.log(`${name}: ${told.join(", ")}, ${failures.length} failures (${seconds.toFixed(0)} s, seed ${seed})`);
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`);
  failed += failures.length;
}
process.exit(failed === 0 ? 0 : 1);

function count(flag, text, least) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    reject(`${flag} must be an integer of at least ${least}, got ${JSON.stringify(text)}`);
  }
  return value;
}

function reject(why) {
  console.error(`campaign: ${why}`);
  process.exit(2);
}
