// Which plans a worker works on. It leaves a plan to others, and says so once, when it is of another version, lacks what the
// plan asks for, or would have to run code that its owner did not allow.

import { randomUUID } from "node:crypto";
import { knowsPlan } from "@xpal/lab/internal";
import type { Blobs } from "@xpal/store";
import type { Job, Worker } from "bullmq";
import { announced, queueOf } from "./announced-plans.ts";
import type { Announcement } from "./payload.ts";
import type { QueueServer } from "./queue-server.ts";

/** What decides which plans a worker works on. */
export interface ServingTraits {
  readonly name: string;
  readonly version: string;
  readonly tags?: readonly string[];
  readonly allowCode: boolean;
  readonly lockMs: number;
  readonly say?: (sentence: string) => void;
}

const LOOK_MS = 1_000;

/** The plans that this worker may work on, with a taker for each. */
export class ServedPlans {
  readonly #server: QueueServer;
  readonly #traits: ServingTraits;
  readonly #blobs: Pick<Blobs, "has">;
  readonly #takers = new Map<string, Worker>();
  /** How many jobs are being done, by plan: their takers stay open. */
  readonly #busy = new Map<string, number>();
  readonly #declined = new Map<string, string>();
  #looked = -Infinity;

  constructor(server: QueueServer, traits: ServingTraits, blobs: Pick<Blobs, "has">) {
    this.#server = server;
    this.#traits = traits;
    this.#blobs = blobs;
  }

  /** The next job, of the oldest plan that has one. */
  async next(now: number): Promise<{ job: Job; token: string; plan: string } | undefined> {
    if (now - this.#looked >= LOOK_MS) await this.#look(now);
    for (const [plan, taker] of this.#takers) {
      const token = randomUUID();
      const job = await taker.getNextJob(token, { block: false });
      if (job === undefined) continue;
      this.#busy.set(plan, (this.#busy.get(plan) ?? 0) + 1);
      return { job, token, plan };
    }
    return undefined;
  }

  /** A job of a plan is over. */
  ended(plan: string): void {
    this.#busy.set(plan, (this.#busy.get(plan) ?? 1) - 1);
  }

  async #look(now: number): Promise<void> {
    const plans = await announced(this.#server);
    const served = new Map<string, Worker>();
    for (const announcement of plans) {
      const { plan } = announcement;
      const reason = await this.#reasonAgainst(announcement);
      if (reason !== undefined) this.#decline(announcement, reason);
      else served.set(plan, this.#takers.get(plan) ?? (await this.#open(plan)));
    }
    for (const [plan, taker] of this.#takers) {
      if (served.has(plan)) continue;
      if ((this.#busy.get(plan) ?? 0) > 0) served.set(plan, taker);
      else await this.#server.drop(taker);
    }
    this.#takers.clear();
    for (const [plan, taker] of served) this.#takers.set(plan, taker);
    this.#looked = now;
  }

  async #open(plan: string): Promise<Worker> {
    const taker = await this.#server.taker(queueOf(plan), this.#traits.name, this.#traits.lockMs);
    await taker.startStalledCheckTimer();
    return taker;
  }

  /** Why this worker leaves a plan to others, as the end of a sentence. */
  async #reasonAgainst({ plan, version, tags, code, cancelled }: Announcement): Promise<string | undefined> {
    const { tags: own = [], version: ours, allowCode } = this.#traits;
    if (cancelled) return "was cancelled";
    if (version !== ours) return `is for version ${version} of xpal, and this worker has ${ours}`;
    const missing = tags.filter((tag) => !own.includes(tag));
    if (missing.length > 0) return `asks for workers with --tags ${missing.join(",")}`;
    if (code && !allowCode) return "brings strategy modules, and this worker runs without --allow-code";
    if (this.#takers.has(plan) || (await knowsPlan(this.#blobs, plan))) return undefined;
    return "is not in this worker's store; give it the same --store as the command that enqueued";
  }

  #decline({ plan, title }: Announcement, reason: string): void {
    if (this.#declined.get(plan) === reason) return;
    this.#declined.set(plan, reason);
    if (reason !== "was cancelled")
      this.#traits.say?.(`plan ${plan.slice(0, 8)} (${title}) ${reason}; its jobs are left to others`);
  }
}
