// A job is done only if it is what it says: it fits the schema, its hashes come out the same when they are computed again,
// and the store knows the plan it belongs to. Nothing of it is believed otherwise.

import { reject } from "@xpal/core/check";
import {
  contentKey,
  datasetCard,
  namedKey,
  type Plan,
  type PlannedRun,
  type PlanRecord,
  readPlan,
  runKey,
  type StrategySource,
} from "@xpal/lab/internal";
import type { Blobs } from "@xpal/store";
import { firstFault, type Payload, payloadSchema, QUEUE_PROTOCOL } from "./payload.ts";
import { fetchDataset } from "./shipped-data.ts";
import type { ModuleFolder } from "./shipped-modules.ts";

/** What a worker is, as far as it decides which jobs it does. */
export interface WorkerTraits {
  readonly version: string;
  readonly allowCode: boolean;
  /** A folder with datasets by hash. */
  readonly data: string | undefined;
  readonly modules: ModuleFolder;
}

/** The part of a plan that a job is about, and its runs. */
export interface CheckedJob {
  readonly part: Plan;
  readonly runs: readonly PlannedRun[];
  readonly payload: Payload;
}

/**
 * Checks a job and fetches what it needs.
 * @param plan The key of the plan whose queue it was in.
 * @throws XpalError with the reason if it is not to be done.
 */
export async function checkPayload(
  data: unknown,
  plan: string,
  blobs: Pick<Blobs, "get">,
  traits: WorkerTraits,
): Promise<CheckedJob> {
  const payload = readPayload(data, plan, traits.version);
  checkContents(payload, await planOf(blobs, plan));
  const { dataset, measures, unasked = [], repetitions } = payload;
  const sources: StrategySource[] = [];
  for (const { source } of payload.strategies) sources.push(await localSource(source, blobs, traits));
  const fetched = await fetchDataset(blobs, dataset, traits.data);
  const options = optionsOf(payload);
  const part: Plan = {
    ...{
      title: "",
      reference: payload.strategies[0].key,
      repetitions: repetitions[1],
      paper: false,
      measures,
      unasked,
    },
    budget: options.budget ?? 200,
    datasets: [{ dataset: fetched, card: datasetCard(fetched), options }],
    strategies: payload.strategies.map(({ key }, s) => ({ key, title: key, options: {}, source: sources[s] })),
  };
  return { part, runs: runsOf(payload), payload };
}

/** The runs of a job, as positions in the part of the plan that it carries. */
export function runsOf({ dataset, strategies, repetitions: [first, last] }: Payload): PlannedRun[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((repetition) =>
    strategies.map(({ key, content }, strategy) => {
      return { key: runKey(content, dataset.name, key, repetition), dataset: 0, strategy, repetition };
    }),
  );
}

function readPayload(data: unknown, plan: string, version: string): Payload {
  const theirs = (data as { protocol?: unknown } | null)?.protocol;
  if (typeof theirs === "number" && theirs !== QUEUE_PROTOCOL) {
    reject("worker", "a job", `must use version ${QUEUE_PROTOCOL} of the queue's protocol`, theirs);
  }
  const parsed = payloadSchema.safeParse(data);
  if (!parsed.success) return reject("worker", "a job", `must fit its schema; ${firstFault(parsed.error)}`);
  const payload = parsed.data;
  if (payload.version !== version) reject("worker", "a job", `must be of version ${version}`, payload.version);
  if (payload.plan !== plan) reject("worker", "a job", `must be of plan ${plan}`, payload.plan);
  return payload;
}

async function planOf(blobs: Pick<Blobs, "get">, key: string): Promise<PlanRecord> {
  const record = await readPlan(blobs, key);
  if (record === undefined) return reject("worker", "the plan of a job", "must be in the store", key);
  if (namedKey(record) !== key) reject("worker", "the plan of a job", "must have the key of its content", key);
  return record;
}

function checkContents(payload: Payload, record: PlanRecord): void {
  const place = record.datasets.findIndex(({ name }) => name === payload.dataset.name);
  if (place < 0) reject("worker", "a job's dataset", "must be one of its plan", payload.dataset.name);
  if (payload.repetitions[1] > record.repetitions) {
    reject("worker", "a job's repetitions", `must be at most ${record.repetitions}`, payload.repetitions[1]);
  }
  for (const { key, content, source } of payload.strategies) {
    const own = record.strategies.findIndex((strategy) => strategy.key === key);
    if (own < 0) reject("worker", "a job's strategy", "must be one of its plan", key);
    const { text: _, ...bare } = { text: "", ...source };
    const computed = contentKey(payload.dataset.hash, optionsOf(payload), payload.measures, {
      path: "",
      ...bare,
    } as StrategySource);
    if (computed !== content || record.contents[place][own] !== content) {
      reject(
        "worker",
        `a job of ${key} on ${payload.dataset.name}`,
        "must not have changed since it was enqueued",
        "a changed one",
      );
    }
  }
}

function optionsOf({ dataset: { options } }: Payload): Plan["datasets"][number]["options"] {
  return JSON.parse(JSON.stringify(options)); // without the members that are undefined
}

async function localSource(
  source: Payload["strategies"][number]["source"],
  blobs: Pick<Blobs, "get">,
  { allowCode, modules }: WorkerTraits,
): Promise<StrategySource> {
  if (source.kind !== "module") return source as StrategySource; // the kernel rejects options that are not its own
  if (!allowCode) {
    reject("worker", "a job", "must not contain code", "a strategy module", "start a worker with --allow-code");
  }
  const { hash, text, options } = source;
  if (!text.startsWith(hash)) reject("worker", "a strategy module", `must have a hash that begins with ${hash}`, text);
  return { kind: "module", path: await modules.fileOf(blobs, text), hash, options };
}
