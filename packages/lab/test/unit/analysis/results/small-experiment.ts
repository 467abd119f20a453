// A small experiment made by a rule, with no run behind it: errors fall from 1/2 to a floor that depends on dataset,
// strategy and repetition. All numbers are multiples of 1/1024, so that means are exact and can be worked by hand.
import type { Experiment, RunRecord } from "../../../../src/records/experiment.ts";

const FLOORS: Readonly<Record<string, number>> = { xpal: 64, pal: 80, us: 96, rand: 128, greedyAll: 32, xpal1: 68 };

/** As many as the paper's datasets of these names have. */
const INSTANCES: Readonly<Record<string, number>> = { iris: 150, wine: 178, corral: 160 };

/** What the rule is given. */
export interface SmallOptions {
  readonly strategies?: readonly string[];
  readonly repetitions?: number;
  readonly labels?: number;
}

export function smallExperiment({
  strategies = ["xpal", "us", "rand", "xpal1", "greedyAll"],
  repetitions = 6,
  labels = 20,
}: SmallOptions = {}): Experiment {
  const datasets = ["iris", "wine", "corral"];
  const records = datasets.flatMap((dataset, d) =>
    strategies.flatMap((strategy) =>
      Array.from({ length: repetitions }, (_, r) => madeRecord(dataset, d, strategy, r + 1, labels)),
    ),
  );
  return {
    title: "A small experiment",
    reference: "xpal",
    repetitions,
    budget: labels,
    datasets: datasets.map((name) => ({
      name,
      kernel: name === "corral" ? "hamming" : "rbf",
      instances: INSTANCES[name],
      features: 4,
      classes: ["no", "yes"],
      classCounts: [60, INSTANCES[name] - 60],
    })),
    strategies: strategies.map((key) => ({ key, title: key.toUpperCase(), options: optionsOf(key) })),
    records,
    environment: {
      version: "0.0.0",
      node: "v0",
      machine: "a machine",
      threads: 2,
      seconds: 12,
      finishedAt: "2026-01-01T00:00:00Z",
    },
  };
}

function madeRecord(dataset: string, d: number, strategy: string, repetition: number, labels: number): RunRecord {
  const floor = (FLOORS[strategy] ?? 100) + 16 * d + ((repetition * 7) % 5) * 4;
  const errors = Array.from({ length: labels + 1 }, (_, t) => Math.max(floor, 512 - 48 * t) / 1024);
  return {
    key: `${dataset}/${strategy}/${repetition}`,
    dataset,
    strategy,
    repetition,
    seed: repetition,
    errors,
    aulc: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    picks: Array.from({ length: labels }, (_, t) => t),
    seconds: Array.from({ length: labels }, () => 0.25),
  };
}

function optionsOf(key: string): Record<string, unknown> {
  const prior = key === "xpal" ? 0.001 : Number(key.match(/^xpal-?(.+)$/)?.[1]);
  return Number.isNaN(prior) ? {} : { evaluationPrior: prior, candidatePrior: prior };
}
