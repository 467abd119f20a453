// What webhooks are to be told: stored first, so that neither a receiver that is away nor a restart loses it; sent again with
// growing pauses until somebody says yes, and given up after a day. Each webhook has its own turn, so that a receiver that
// does not answer holds up nobody else.
import { createHmac, randomUUID } from "node:crypto";
import { type Store, StoreError } from "@xpal/store";
import { z } from "zod";
import type { Log } from "../log.ts";

const DELIVERY = "delivery";
const TIMEOUT_MS = 10_000;
/** How long after a failure of the store it is asked again. */
const STORE_PAUSE_MS = 2000;
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 3600_000, 6 * 3600_000, 12 * 3600_000];

const deliverySchema = z.object({ webhook: z.string(), body: z.string(), tries: z.int(), due: z.number() });
type Delivery = z.infer<typeof deliverySchema>;
type Stored = Delivery & { readonly key: string; readonly revision: number };

/** Where to send to, and the secret to sign with; null if this server cannot decrypt it, while another one may. */
export interface Receiver {
  readonly id: string;
  readonly url: string;
  readonly secret: string | null;
}

/** What the deliveries work with. */
export interface DeliveryParts {
  readonly store: Store;
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly log: Log;
  /** Undefined for a webhook that is no longer to be told anything. */
  readonly receiverOf: (webhook: string) => Promise<Receiver | undefined>;
}

/** The deliveries of a studio. */
export class Deliveries {
  readonly #parts: DeliveryParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> | null = null;
  /** Whether something may have been stored after the look under way had read what there is. */
  #again = false;
  /** The webhooks that are being told something. */
  readonly #turns = new Map<string, Promise<void>>();
  #closed = false;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Stores what a webhook is to be told. */
  async add(webhook: string, body: string): Promise<void> {
    const now = this.#parts.clock();
    const delivery: Delivery = { webhook, body, tries: 0, due: now.getTime() };
    await this.#parts.store.records.put(DELIVERY, `${now.toISOString()}/${randomUUID()}`, delivery);
  }

  /** Delivers what is due, now and whenever more is. */
  wake(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#again = this.#looking !== null;
    this.#looking ??= this.#look()
      .catch((error: Error) => this.#failed(error))
      .finally(() => {
        this.#looking = null;
        if (this.#again) this.wake();
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#turns.values());
  }

  async #look(): Promise<void> {
    const now = this.#parts.clock().getTime();
    const stored = await this.#parts.store.records.list(DELIVERY);
    if (this.#closed) return;
    const idle = stored
      .map(({ key, revision, value }): Stored => ({ key, revision, ...deliverySchema.parse(value) }))
      .filter(({ webhook }) => !this.#turns.has(webhook));
    const due = idle.filter((one) => one.due <= now);
    for (const webhook of new Set(due.map((one) => one.webhook)))
      this.#begin(
        webhook,
        due.filter((one) => one.webhook === webhook),
      );
    const waits = idle.filter((one) => one.due > now).map((one) => one.due - now);
    if (waits.length > 0) this.#timer = this.#wakeAfter(Math.max(50, Math.min(...waits, 60_000)));
  }

  #begin(webhook: string, due: readonly Stored[]): void {
    const turn = this.#deliverAll(due).then(
      () => this.#end(webhook),
      (error: Error) => {
        this.#turns.delete(webhook);
        this.#failed(error);
      },
    );
    this.#turns.set(webhook, turn);
  }

  /** More may have become due meanwhile. */
  #end(webhook: string): void {
    this.#turns.delete(webhook);
    this.wake();
  }

  #failed({ message }: Error): void {
    if (this.#closed) return;
    this.#parts.log("error", { what: "webhooks", message });
    this.#wakeAfter(STORE_PAUSE_MS);
  }

  #wakeAfter(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.wake(), ms).unref();
  }

  async #deliverAll(due: readonly Stored[]): Promise<void> {
    for (const one of due) if (!this.#closed) await this.#deliver(one);
  }

  async #deliver({ key, revision, ...delivery }: Stored): Promise<void> {
    const { store, clock, log } = this.#parts;
    const receiver = await this.#parts.receiverOf(delivery.webhook);
    const pause = PAUSES_MS[delivery.tries];
    if (receiver === undefined || pause === undefined) {
      await store.records.remove(DELIVERY, key);
      if (receiver !== undefined) log("webhook given up", { webhook: delivery.webhook });
      return;
    }
    // Due again later before it is tried: another process that looks meanwhile leaves it alone.
    const next = { ...delivery, tries: delivery.tries + 1, due: clock().getTime() + pause + TIMEOUT_MS };
    const revised = await this.#put(key, next, revision);
    if (revised === null) return;
    if (await this.#send(receiver, delivery.body)) await store.records.remove(DELIVERY, key);
    else await this.#put(key, { ...next, due: clock().getTime() + pause }, revised);
  }

  /** The new revision; null if another process was faster. */
  async #put(key: string, delivery: Delivery, revision: number): Promise<number | null> {
    try {
      return await this.#parts.store.records.put(DELIVERY, key, delivery, { revision });
    } catch (error) {
      if (error instanceof StoreError && error.code === "stale") return null;
      throw error;
    }
  }

  async #send({ id, url, secret }: Receiver, body: string): Promise<boolean> {
    if (secret === null) {
      const message = "its secret cannot be decrypted: set XPAL_SECRET to the one it was added with, or add it anew";
      this.#parts.log("webhook", { webhook: id, message });
      return false;
    }
    const seconds = Math.floor(this.#parts.clock().getTime() / 1000);
    const mark = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    try {
      const response = await this.#parts.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-xpal-signature": `t=${seconds},v1=${mark}` },
        body,
        redirect: "manual", // the address that was named, and no other
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      this.#parts.log("webhook", { webhook: id, status: response.status });
      return response.status >= 200 && response.status < 300;
    } catch (error) {
      this.#parts.log("webhook", { webhook: id, message: (error as Error).message });
      return false;
    }
  }
}
