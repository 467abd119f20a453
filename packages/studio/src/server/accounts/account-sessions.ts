// Where people are logged in, with an account or by the address that the program prints. A session is a record, so it ends
// the moment it is removed, also when another process of the studio does it. Its key is a mark of the cookie under the
// studio's secret: whoever has the database, or restores it elsewhere, cannot go on with a session of it.
import type { JsonValue, Store, StoredRecord } from "@xpal/store";
import { z } from "zod";
import type { StudioSecret } from "../studio-secret.ts";
import { nameKey } from "./account.ts";
import { newSecret } from "./secret.ts";

/** The kind of their records, which backups leave out. */
export const SESSION = "session";
const DAYS = 30;
const MAX_PER_PERSON = 20;
const MAX_REMEMBERED = 10_000;
/** What a cookie begins with. */
const PREFIX = "s1.";

const sessionSchema = z.object({
  /** The key of the account; null for whoever started the program. */
  account: z.string().nullable(),
  at: z.string(),
  until: z.string(),
  browser: z.string(),
});
type Session = z.infer<typeof sessionSchema>;

/** The sessions in a store. */
export class AccountSessions {
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #secret: StudioSecret;
  /** The account of each session that was found. */
  readonly #accounts = new Map<string, string | null>();

  constructor(store: Store, clock: () => Date, secret: StudioSecret) {
    this.#store = store;
    this.#clock = clock;
    this.#secret = secret;
  }

  /** Begins one of a person, null for whoever started the program; returns the cookie. The oldest of too many ends. */
  async begin(name: string | null, browser: string): Promise<string> {
    const now = this.#clock();
    const cookie = newSecret(PREFIX);
    const session: Session = {
      account: accountKey(name),
      at: now.toISOString(),
      until: new Date(now.getTime() + DAYS * 24 * 3600 * 1000).toISOString(),
      browser: browser.slice(0, 200),
    };
    await this.#store.records.put(SESSION, this.#keyOf(cookie), session as unknown as JsonValue);
    const own = await this.of(name);
    for (const { key } of own.slice(MAX_PER_PERSON)) await this.#store.records.remove(SESSION, key);
    return cookie;
  }

  /** The key of a cookie's session and the name of its account; undefined for one that is not, or no longer, valid. */
  async find(cookie: string | undefined): Promise<{ key: string; account: string | null } | undefined> {
    if (!cookie?.startsWith(PREFIX)) return undefined;
    const key = this.#keyOf(cookie);
    const found = await this.#store.records.get(SESSION, key);
    if (found === undefined) {
      this.#accounts.delete(key);
      return undefined;
    }
    const { account, until } = sessionSchema.parse(found.value);
    if (this.#accounts.size >= MAX_REMEMBERED) this.#accounts.clear();
    this.#accounts.set(key, account);
    return Date.parse(until) > this.#clock().getTime() ? { key, account } : undefined;
  }

  /**
   * The name of the account that a cookie's session had when it was last found: it never has another. Whether the session
   * is still there is not known by that; `find` says so.
   */
  accountBefore(cookie: string | undefined): string | null | undefined {
    return cookie?.startsWith(PREFIX) ? this.#accounts.get(this.#keyOf(cookie)) : undefined;
  }

  /** The sessions of a person, the newest first; what has expired is removed. */
  async of(name: string | null): Promise<(Session & { readonly key: string })[]> {
    return (await this.#all()).filter(({ account }) => account === accountKey(name));
  }

  /** In how many browsers each person is, by the key of their name. */
  async counts(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { account } of await this.#all())
      if (account !== null) counts.set(account, (counts.get(account) ?? 0) + 1);
    return counts;
  }

  async end(key: string): Promise<void> {
    await this.#store.records.remove(SESSION, key);
  }

  /** Ends all sessions of a person, except one. */
  async endAll(name: string, except?: string): Promise<void> {
    for (const { key } of await this.of(name)) if (key !== except) await this.end(key);
  }

  #keyOf(cookie: string): string {
    return this.#secret.mark("sessions", cookie);
  }

  async #all(): Promise<(Session & { readonly key: string })[]> {
    const now = this.#clock().getTime();
    const live: (Session & { readonly key: string })[] = [];
    for (const record of await this.#store.records.list(SESSION)) {
      const session = sessionOf(record);
      if (Date.parse(session.until) <= now) await this.end(record.key);
      else live.push(session);
    }
    return live.sort((a, b) => (a.at < b.at ? 1 : -1));
  }
}

function accountKey(name: string | null): string | null {
  return name === null ? null : nameKey(name);
}

function sessionOf({ key, value }: StoredRecord): Session & { readonly key: string } {
  return { key, ...sessionSchema.parse(value) };
}
