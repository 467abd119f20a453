// Calls addresses of others when something happens here, in the name of whoever asked for it.
import { randomBytes, randomUUID } from "node:crypto";
import type { JsonValue, Store } from "@xpal/store";
import { z } from "zod";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../protocol/webhook-events.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Tokens } from "../accounts/tokens.ts";
import { StudioError } from "../studio-error.ts";
import type { StudioSecret } from "../studio-secret.ts";
import { Deliveries, type DeliveryParts, type Receiver } from "./deliveries.ts";
import { tellOnce, untell } from "./tell-once.ts";

const WEBHOOK = "webhook";
const KNOWN_MS = 2000;

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** Encrypted. */
  secret: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  project: z.string().nullable(),
  at: z.string(),
  by: z.string(),
  /** The key of the account of whoever added it; null for whoever started the program. */
  account: z.string().nullable(),
  /** The id of the token that added it. */
  token: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** What webhooks work with. */
export interface WebhookParts extends Omit<DeliveryParts, "store" | "receiverOf"> {
  readonly accounts: Pick<Accounts, "isStillAdmin">;
  readonly tokens: Pick<Tokens, "ids">;
  readonly secret: StudioSecret;
}

/** The webhooks of a studio. */
export class Webhooks {
  readonly #store: Store;
  readonly #parts: WebhookParts;
  readonly #deliveries: Deliveries;
  /** Whether there are any, as read a moment ago: every answer asks. */
  #any: { readonly at: number; readonly is: Promise<boolean> } | null = null;

  constructor(store: Store, parts: WebhookParts) {
    this.#store = store;
    this.#parts = parts;
    this.#deliveries = new Deliveries({ ...parts, store, receiverOf: (id) => this.#receiverOf(id) });
  }

  /** Those whose token was not revoked; the others are removed. */
  async list(): Promise<Webhook[]> {
    const kept: Webhook[] = [];
    const stored = await this.#store.records.list(WEBHOOK);
    const tokens = await this.#parts.tokens.ids();
    for (const { key, value } of stored) {
      const webhook = webhookSchema.parse(value);
      if (tokens.has(webhook.token)) kept.push(webhook);
      else await this.#store.records.remove(WEBHOOK, key);
    }
    return kept;
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

  /** How many have a secret that cannot be decrypted here; they are told nothing. */
  async countUnreadable(): Promise<number> {
    return (await this.list()).filter((one) => this.#secretOf(one) === null).length;
  }

  /** Adds one in the name of somebody: the name as it is shown, the account and the token. Its secret is told here only. */
  async add(
    asked: Pick<Webhook, "url" | "events" | "project">,
    adder: { readonly by: string; readonly account: string | null; readonly token: string },
  ): Promise<{ webhook: Webhook; secret: string }> {
    checkAddress(asked.url);
    const [id, secret] = [randomUUID(), randomBytes(32).toString("base64url")];
    const sealed = this.#parts.secret.seal(WEBHOOK, id, secret);
    const webhook: Webhook = { ...asked, id, secret: sealed, at: this.#parts.clock().toISOString(), ...adder };
    await this.#store.records.put(WEBHOOK, webhook.id, webhook as unknown as JsonValue);
    this.#any = null;
    return { webhook, secret };
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
    const at = this.#parts.clock().toISOString();
    for (const webhook of wanted) {
      if (!(await this.#mayHear(webhook))) continue;
      await this.#deliveries.add(webhook.id, JSON.stringify({ id: randomUUID(), event, project, at, ...particulars }));
    }
    if (wanted.length > 0) this.wake();
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
    this.#deliveries.wake();
  }

  close(): Promise<void> {
    return this.#deliveries.close();
  }

  async #receiverOf(id: string): Promise<Receiver | undefined> {
    const webhook = (await this.list()).find((one) => one.id === id);
    if (webhook === undefined || !(await this.#mayHear(webhook))) return undefined;
    return { id, url: webhook.url, secret: this.#secretOf(webhook) };
  }

  #secretOf({ id, secret }: Webhook): string | null {
    return this.#parts.secret.unseal(WEBHOOK, id, secret);
  }

  /** One hears nothing while whoever added it is no admin, or may not come in. */
  async #mayHear({ account }: Webhook): Promise<boolean> {
    return account === null || this.#parts.accounts.isStillAdmin(account);
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
