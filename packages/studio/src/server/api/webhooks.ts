// Calls addresses of others when something happens here. What is to be told is stored first, so that neither a receiver that
// is away nor a restart loses it; it is told again with growing pauses until somebody says yes, and given up after a day.
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { JsonValue, Store } from "@xpal/store";
import { z } from "zod";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../protocol/webhook-events.ts";
import type { Log } from "../log.ts";
import { StudioError } from "../studio-error.ts";
import { tellOnce, untell } from "./tell-once.ts";

const WEBHOOK = "webhook";
const DELIVERY = "delivery";
const TIMEOUT_MS = 10_000;
const KNOWN_MS = 2000;
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 3600_000, 6 * 3600_000, 12 * 3600_000];

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  project: z.string().nullable(),
  at: z.string(),
  by: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

const deliverySchema = z.object({ webhook: z.string(), body: z.string(), tries: z.int(), due: z.number() });
type Delivery = z.infer<typeof deliverySchema>;

/** What the deliveries work with. */
export interface WebhookParts {
  readonly fetch: typeof fetch;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The webhooks of a studio. */
export class Webhooks {
  readonly #store: Store;
  readonly #parts: WebhookParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | null = null;
  #closed = false;
  /** Whether there are any, as read a moment ago: every answer asks. */
  #any: { readonly at: number; readonly is: Promise<boolean> } | null = null;

  constructor(store: Store, parts: WebhookParts) {
    this.#store = store;
    this.#parts = parts;
  }

  async list(): Promise<Webhook[]> {
    return (await this.#store.records.list(WEBHOOK)).map(({ value }) => webhookSchema.parse(value));
  }

  /** Whether there are any; one that another process adds is known within some seconds. */
  async areThere(): Promise<boolean> {
    const now = this.#parts.clock().getTime();
    if (this.#any === null || now - this.#any.at >= KNOWN_MS || now < this.#any.at) {
      const is = this.list().then(({ length }) => length > 0);
      this.#any = { at: now, is };
      is.catch(() => {
        this.#any = null;
      });
    }
    return this.#any.is;
  }

  async add(asked: Pick<Webhook, "url" | "events" | "project">, by: string): Promise<Webhook> {
    checkAddress(asked.url);
    const secret = randomBytes(32).toString("base64url");
    const webhook: Webhook = { ...asked, id: randomUUID(), secret, at: this.#parts.clock().toISOString(), by };
    await this.#store.records.put(WEBHOOK, webhook.id, webhook as unknown as JsonValue);
    this.#any = null;
    return webhook;
  }

  async remove(id: string): Promise<void> {
    if (!(await this.#store.records.remove(WEBHOOK, id)))
      throw new StudioError("not-found", "there is no such webhook");
  }

  /** Tells everybody who wants to know; resolves when it is stored, not when it was heard. */
  async tell(event: WebhookEvent, project: string, particulars: Readonly<Record<string, JsonValue>>): Promise<void> {
    const wanted = (await this.list()).filter(
      (one) => one.events.includes(event) && (one.project === null || one.project === project),
    );
    if (wanted.length === 0) return;
    const now = this.#parts.clock();
    for (const { id } of wanted) {
      const body = JSON.stringify({ id: randomUUID(), event, project, at: now.toISOString(), ...particulars });
      const delivery: Delivery = { webhook: id, body, tries: 0, due: now.getTime() };
      await this.#store.records.put(DELIVERY, `${now.toISOString()}/${randomUUID()}`, delivery);
    }
    this.wake();
  }

  /** Tells something that is told once, however many servers notice it; until `untell` it is not told again. */
  async tellOnce(
    event: WebhookEvent,
    project: string,
    particulars: Readonly<Record<string, JsonValue>>,
  ): Promise<void> {
    const tell = () => this.tell(event, project, particulars);
    await tellOnce(this.#store.records, toldKey(event, project), this.#parts.clock(), tell);
  }

  /** What was told is no longer so. */
  async untell(event: WebhookEvent, project: string): Promise<void> {
    await untell(this.#store.records, toldKey(event, project));
  }

  /** Delivers what is due, now and whenever more is. */
  wake(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      for (;;) {
        const now = this.#parts.clock().getTime();
        const waiting = (await this.#store.records.list(DELIVERY)).map(({ key, revision, value }) => {
          return { key, revision, ...deliverySchema.parse(value) };
        });
        const due = waiting.filter((one) => one.due <= now);
        if (due.length === 0 || this.#closed) return this.#sleep(waiting.map((one) => one.due - now));
        for (const one of due) if (!this.#closed) await this.#deliver(one);
      }
    } catch (error) {
      if (!this.#closed) this.#parts.log("error", { what: "webhooks", message: (error as Error).message });
    }
  }

  #sleep(waits: readonly number[]): void {
    if (this.#closed || waits.length === 0) return;
    this.#timer = setTimeout(() => this.wake(), Math.max(50, Math.min(...waits, 60_000)));
    this.#timer.unref();
  }

  async #deliver({ key, revision, ...delivery }: Delivery & { key: string; revision: number }): Promise<void> {
    const found = await this.#store.records.get(WEBHOOK, delivery.webhook);
    const pause = PAUSES_MS[delivery.tries];
    const now = this.#parts.clock().getTime();
    if (found === undefined || pause === undefined) {
      await this.#store.records.remove(DELIVERY, key);
      if (found !== undefined) this.#parts.log("webhook given up", { webhook: delivery.webhook });
      return;
    }
    // Due again later before it is tried: another process that looks meanwhile leaves it alone.
    const next: Delivery = { ...delivery, tries: delivery.tries + 1, due: now + pause + TIMEOUT_MS };
    const revised = await this.#store.records.put(DELIVERY, key, next, { revision }).catch(() => null);
    if (revised === null) return;
    if (await this.#send(webhookSchema.parse(found.value), delivery.body)) {
      await this.#store.records.remove(DELIVERY, key);
    } else {
      const due = this.#parts.clock().getTime() + pause;
      await this.#store.records.put(DELIVERY, key, { ...next, due }, { revision: revised }).catch(() => {});
    }
  }

  async #send({ id, url, secret }: Webhook, body: string): Promise<boolean> {
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

function toldKey(event: WebhookEvent, project: string): string {
  return `${event}/${project}`;
}

function checkAddress(url: string): void {
  const { protocol, hostname, username, password } = new URL(url);
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  if (username === "" && password === "" && (protocol === "https:" || (protocol === "http:" && local))) return;
  throw new StudioError(
    "bad-argument",
    "url must begin with https and have no user or password; http only on this machine",
  );
}
