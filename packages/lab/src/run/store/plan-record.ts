// What a store remembers of a plan: enough to find its runs and to draw the report again without the data.
import type { Blobs, JsonValue } from "@xpal/store";
import { z } from "zod";
import type { Plan } from "../../plan/plan.ts";
import { contentKeys, planKey } from "../../plan/planned-runs.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { parseStored } from "./parse-stored.ts";

/** A plan as kept. */
export interface PlanRecord {
  readonly title: string;
  readonly reference: string;
  readonly repetitions: number;
  readonly budget: number;
  /** Whether the paper's values are put beside. */
  readonly paper: boolean;
  readonly datasets: readonly DatasetCard[];
  readonly strategies: readonly StrategyCard[];
  /** Per dataset and strategy the hash that its runs' keys begin with. */
  readonly contents: readonly (readonly string[])[];
}

const datasetCard: z.ZodType<DatasetCard> = z.object({
  name: z.string(),
  kernel: z.string(),
  instances: z.int(),
  features: z.int(),
  classes: z.array(z.string()),
  classCounts: z.array(z.int()),
  columns: z.array(z.object({ name: z.string(), features: z.int() })).optional(),
  openmlId: z.int().optional(),
  paperName: z.string().optional(),
});
const strategyCardSchema: z.ZodType<StrategyCard> = z.object({
  key: z.string(),
  title: z.string(),
  options: z.record(z.string(), z.unknown()),
  knowsLabels: z.boolean().optional(),
});
const schema: z.ZodType<PlanRecord> = z.object({
  title: z.string(),
  reference: z.string(),
  repetitions: z.int().min(1),
  budget: z.int().min(1),
  paper: z.boolean(),
  datasets: z.array(datasetCard),
  strategies: z.array(strategyCardSchema),
  contents: z.array(z.array(z.string())),
});

const PREFIX = "plan/";

/** What is to be kept of a plan. */
export function planRecord(plan: Plan): PlanRecord {
  const { title, reference, repetitions, budget, paper, datasets, strategies } = plan;
  return {
    title,
    reference,
    repetitions,
    budget,
    paper,
    datasets: datasets.map(({ card }) => card),
    strategies: strategies.map(strategyCard),
    contents: contentKeys(plan),
  };
}

function strategyCard({ key, title, options, source }: Plan["strategies"][number]): StrategyCard {
  const renamed = key !== "greedyAll" && source.kind === "library" && source.name === "greedyAll";
  return { key, title, options, ...(renamed ? { knowsLabels: true } : {}) };
}

/** Keeps a plan; the same one again changes nothing. */
export async function keepPlan(blobs: Pick<Blobs, "put">, plan: Plan): Promise<string> {
  const key = planKey(plan);
  await blobs.put(PREFIX + key, planRecord(plan) as unknown as JsonValue);
  return key;
}

/** All plans of a store, by key. */
export async function readPlans(blobs: Pick<Blobs, "list">): Promise<Map<string, PlanRecord>> {
  const plans = new Map<string, PlanRecord>();
  for await (const { key, value } of blobs.list(PREFIX)) {
    plans.set(key.slice(PREFIX.length), parseStored(`the plan ${key}`, schema, value));
  }
  return plans;
}

/** Whether a store has a plan. */
export function knowsPlan(blobs: Pick<Blobs, "has">, key: string): Promise<boolean> {
  return blobs.has(PREFIX + key);
}

/** A plan by its key; undefined where the store has none. */
export async function readPlan(blobs: Pick<Blobs, "get">, key: string): Promise<PlanRecord | undefined> {
  const kept = await blobs.get(PREFIX + key);
  return kept === undefined ? undefined : parseStored(`the plan ${key}`, schema, kept);
}
