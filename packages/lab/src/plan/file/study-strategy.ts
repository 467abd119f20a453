// The strategy that one entry of a plan file stands for, with its options checked before anything runs.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type LearnedKernelOptions, learnedKernel, rbf, strategyCatalogue, strategyNamed, XpalError } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { paperPlanned } from "../paper-plan.ts";
import type { PlannedStrategy, StrategyKernel } from "../plan.ts";
import type { PlanFile } from "./plan-schema.ts";

type Entry = PlanFile["strategies"][number];
type LibraryEntry = Extract<Entry, { strategy: string }>;

/**
 * The strategy of an entry.
 * @param folder What paths are relative to.
 * @throws XpalError if an option is unknown or out of range, or a module cannot be read.
 */
export function studyStrategy(entry: Entry, folder: string): PlannedStrategy {
  if (typeof entry === "string") return paperPlanned(entry);
  const options = entry.options ?? {};
  if ("module" in entry) {
    const path = resolve(folder, entry.module);
    const { key, title = key } = entry;
    return { key, title, options, source: { kind: "module", path, hash: fileHash(path), options } };
  }
  const { strategy, key = strategy, title = key } = entry;
  const { name, needs, make } = strategyNamed(strategy);
  if (needs !== "truth")
    make(options); // rejects options that it does not know
  else if (Object.keys(options).length > 0) reject("study", name, "must have no options", Object.keys(options)[0]);
  const kernel = kernelOf(entry, key);
  if (entry.perCost && name !== "xpal") reject("study", `perCost of ${key}`, "must go with xpal", name);
  const more = {
    ...(entry.perCost ? { perCost: entry.perCost } : {}),
    ...(kernel === undefined ? {} : { kernel }),
    ...(entry.batch === undefined ? {} : { batch: entry.batch }),
    ...(entry.measure === "balanced" ? { measure: entry.measure } : {}),
  };
  return { key, title, options: { ...options, ...more }, source: { kind: "library", name, options, ...more } };
}

function kernelOf({ strategy, kernel: name, kernelOptions }: LibraryEntry, key: string): StrategyKernel | undefined {
  if (name === undefined) {
    if (kernelOptions !== undefined) reject("study", `kernelOptions of ${key}`, "must go with kernel: learned");
    return undefined;
  }
  if (strategyNamed(strategy).needs !== "similarities") {
    const others = strategyCatalogue.filter(({ needs }) => needs === "similarities").map((entry) => entry.name);
    reject("study", `kernel: ${name} of ${key}`, `must go with one of ${others.join(", ")}`, strategy);
  }
  const given = Object.entries(kernelOptions ?? {}).filter(([, value]) => value !== undefined);
  const options: Omit<LearnedKernelOptions, "base"> = Object.fromEntries(given);
  try {
    learnedKernel({ ...options, base: rbf({ bandwidth: 1 }) }); // rejects what is out of range
  } catch (error) {
    if (!(error instanceof XpalError)) throw error;
    const { who, argument, message } = error;
    reject("study", `kernelOptions of ${key}, ${argument}`, message.slice(`${who}: ${argument} `.length));
  }
  return { name, ...options };
}

function fileHash(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 20);
  } catch (error) {
    return reject(
      "study",
      `the module ${path}`,
      "must be a file that can be read",
      (error as NodeJS.ErrnoException).code,
    );
  }
}
