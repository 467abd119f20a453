// Where people with an account are logged in. A session is a record, so it ends the moment it is removed, also when
// another process of the studio does it.
import type { Store, StoredRecord } from "@xpal/store";
import { z } from "zod";
import { nameKey } from "./account.ts";
import { keyOf, newSecret } from "./secret.ts";

const SESSION = "session";
const DAYS = 30;
const MOST_PER_PERSON = 20;
const MOST_REMEMBERED = 10_000;
/** What a cookie of an account begins with. */
const PREFIX = "a1.";

const sessionSchema = z.object({ account: z.string(), at: z.string(), until: z.string(), browser: z.string() });
type Session = z.infer<typeof sessionSchema>;

/** The sessions of accounts in a store. */
export class AccountSessions {
  readonly #store: Store;
  readonly #clock: () => Date;
  /** The account of each session that was found. */
  readonly #accounts = new Map<string, string>();

  constructor(store: Store, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Begins one; returns the cookie. The oldest of too many ends. */
  async begin(name: string, browser: string): Promise<string> {
    const now = this.#clock();
    const secret = newSecret(PREFIX);
    const session: Session = {
      account: nameKey(name),
      at: now.toISOString(),
      until: new Date(now.getTime() + DAYS * 24 * 3600 * 1000).toISOString(),
      browser: browser.slice(0, 200),
    };
    await this.#store.records.put(SESSION, keyOf(secret), session);
    const own = await this.of(name);
    for (const { key } of own.slice(MOST_PER_PERSON)) await this.#store.records.remove(SESSION, key);
    return secret;
  }

  /** The key of a cookie's session and the name of its account; undefined for one that is not, or no longer, valid. */
  async find(cookie: string | undefined): Promise<{ key: string; account: string } | undefined> {
    if (!cookie?.startsWith(PREFIX)) return undefined;
    const key = keyOf(cookie);
    const found = await this.#store.records.get(SESSION, key);
    if (found === undefined) {
      this.#accounts.delete(key);
      return undefined;
    }
    const { account, until } = sessionSchema.parse(found.value);
    if (this.#accounts.size >= MOST_REMEMBERED) this.#accounts.clear();
    this.#accounts.set(key, account);
    return Date.parse(until) > this.#clock().getTime() ? { key, account } : undefined;
  }

  /**
   * The name of the account that a cookie's session had when it was last found: it never has another. Whether the session
   * is still there is not known by that; `find` says so.
   */
  accountBefore(cookie: string | undefined): string | undefined {
    return cookie?.startsWith(PREFIX) ? this.#accounts.get(keyOf(cookie)) : undefined;
  }

  /** The sessions of a person, the newest first; what has expired is removed. */
  async of(name: string): Promise<(Session & { readonly key: string })[]> {
    return (await this.#all()).filter(({ account }) => account === nameKey(name));
  }

  /** In how many browsers each person is, by the key of their name. */
  async counts(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { account } of await this.#all()) counts.set(account, (counts.get(account) ?? 0) + 1);
    return counts;
  }

  async end(key: string): Promise<void> {
    await this.#store.records.remove(SESSION, key);
  }

  /** Ends all sessions of a person, except one. */
  async endAll(name: string, except?: string): Promise<void> {
    for (const { key } of await this.of(name)) if (key !== except) await this.end(key);
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

function sessionOf({ key, value }: StoredRecord): Session & { readonly key: string } {
  return { key, ...sessionSchema.parse(value) };
}
