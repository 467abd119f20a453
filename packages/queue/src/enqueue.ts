// A plan goes onto the queue: data and modules into the store, jobs into the plan's own queue, then a note on the board.
// Doing it again adds what is missing and nothing else, since jobs have names.
import { contentKey, keepPlan, measuresOn, type Plan, plannedRuns, type StrategySource } from "@xpal/lab/internal";
import type { Blobs, Runs } from "@xpal/store";
import { announce, queueOf } from "./announced-plans.ts";
import { type Payload, QUEUE_PROTOCOL } from "./payload.ts";
import type { QueueServer } from "./queue-server.ts";
import { shipDataset } from "./shipped-data.ts";
import { shipModule } from "./shipped-modules.ts";
import { isIn, type Slice, slicesOf } from "./slices.ts";

/** How a plan is enqueued. */
export interface EnqueueOptions {
  readonly store: Runs;
  readonly blobs: Blobs;
  readonly version: string;
  readonly now: () => number;
  /** What a worker must have to take part. */
  readonly tags: readonly string[];
}

const CHUNK = 250;

/**
 * Enqueues the runs of a plan that the store lacks.
 * @returns The plan's key.
 */
export async function enqueue(server: QueueServer, plan: Plan, options: EnqueueOptions): Promise<string> {
  const { store, blobs, version, tags, now } = options;
  const runs = plannedRuns(plan);
  const known = await store.known(runs.map(({ key }) => key));
  const open = runs.filter(({ key }) => !known.has(key));
  const slices = slicesOf(plan).filter((slice) => open.some((run) => isIn(slice, run)));
  const key = await keepPlan(blobs, plan);
  const payloadOf = await payloads(plan, key, blobs, version);
  const queue = await server.queue(queueOf(key));
  const jobs = slices.map((slice) => ({ name: "runs", data: payloadOf(slice), opts: { jobId: slice.id } }));
  for (let i = 0; i < jobs.length; i += CHUNK) await queue.addBulk(jobs.slice(i, i + CHUNK));
  const code = plan.strategies.some(({ source }) => source.kind === "module");
  const at = new Date(now()).toISOString();
  const counts = { runs: runs.length, jobs: slices.length };
  const { title } = plan;
  await announce(server, {
    ...{ protocol: QUEUE_PROTOCOL, version, plan: key, title, tags: [...tags], code, at, cancelled: false },
    ...counts,
  });
  return key;
}

/** Ships data and modules, and gives the message of each slice. */
async function payloads(plan: Plan, key: string, blobs: Blobs, version: string): Promise<(slice: Slice) => Payload> {
  const hashes: string[] = [];
  for (const { dataset } of plan.datasets) hashes.push(await shipDataset(blobs, dataset));
  const sources: Payload["strategies"][number]["source"][] = [];
  for (const { source } of plan.strategies) sources.push(await shippedSource(blobs, source));
  return ({ dataset: place, first, last }) => {
    const { card, options } = plan.datasets[place];
    const measures = measuresOn(plan.datasets[place], plan);
    const hash = hashes[place];
    return {
      protocol: QUEUE_PROTOCOL,
      version,
      plan: key,
      dataset: { name: card.name, hash, options: { ...options } },
      measures: [...measures],
      ...(plan.unasked === undefined ? {} : { unasked: [...plan.unasked] }),
      strategies: plan.strategies.map(({ key, source }, s) => ({
        key,
        content: contentKey(hash, options, measures, source),
        source: sources[s],
      })),
      repetitions: [first, last],
    };
  };
}

async function shippedSource(blobs: Blobs, source: StrategySource): Promise<Payload["strategies"][number]["source"]> {
  if (source.kind === "paper") return { kind: "paper", key: source.key };
  if (source.kind === "library") return JSON.parse(JSON.stringify(source));
  const { path, hash, options } = source;
  return { kind: "module", hash, text: await shipModule(blobs, path, hash), options: { ...options } };
}
