// Finds out who makes a request, and lets people in by password or invitation: slower after each failure.
import type { Store } from "@xpal/store";
import { StudioError } from "../studio-error.ts";
import type { Account } from "./account.ts";
import { nameKey } from "./account.ts";
import { AccountSessions } from "./account-sessions.ts";
import { Accounts } from "./accounts.ts";
import { Attempts } from "./attempts.ts";
import { AuditTrail } from "./audit-trail.ts";
import type { Person } from "./person.ts";
import { Tokens } from "./tokens.ts";

const QUARTER_HOUR = 15 * 60_000;
/** Wrong passwords in a quarter of an hour: for one name from one address, for one name, from one address. */
const MOST_WRONG = { pair: 10, name: 100, address: 50 };

/** The accounts of a studio and the way in. */
export class Access {
  readonly accounts: Accounts;
  readonly sessions: AccountSessions;
  readonly audit: AuditTrail;
  readonly tokens: Tokens;
  readonly #wrong: readonly { readonly tries: Attempts; keyOf(name: string, address: string): string }[];

  constructor(store: Store, clock: () => Date) {
    this.accounts = new Accounts(store, clock);
    this.sessions = new AccountSessions(store, clock);
    this.audit = new AuditTrail(store, clock);
    this.tokens = new Tokens(store, this.accounts, clock);
    const tries = (most: number) => new Attempts(most, QUARTER_HOUR, () => clock().getTime());
    this.#wrong = [
      { tries: tries(MOST_WRONG.pair), keyOf: (name, address) => JSON.stringify([nameKey(name), address]) },
      { tries: tries(MOST_WRONG.name), keyOf: (name) => nameKey(name) },
      { tries: tries(MOST_WRONG.address), keyOf: (_, address) => address },
    ];
  }

  /** The person of a cookie; undefined when nobody is logged in by it. */
  async personOf(cookie: string | undefined): Promise<Person | undefined> {
    // Both are read anew at each request, at once where it is known already whose session it is.
    const name = this.sessions.accountBefore(cookie);
    const [found, known] = await Promise.all([
      this.sessions.find(cookie),
      name === undefined ? undefined : this.accounts.get(name),
    ]);
    const account = found === undefined ? undefined : (known ?? (await this.accounts.get(found.account)));
    if (found === undefined || account === undefined || !account.active) return undefined;
    return personOf(account, found.key);
  }

  /** Begins a session for a name and a password. */
  async logIn(name: string, password: string, from: { address: string; browser: string }): Promise<string> {
    const wait = Math.max(...this.#wrong.map(({ tries, keyOf }) => tries.waitOf(keyOf(name, from.address))));
    if (wait > 0) throw new StudioError("too-many", `too many attempts; try again in ${minutes(wait)}`);
    const account = await this.accounts.entered(name, password);
    if (account === undefined) {
      for (const { tries, keyOf } of this.#wrong) tries.add(keyOf(name, from.address));
      await this.audit.add({ who: "nobody", what: "failed to log in", about: name.slice(0, 60), from: from.address });
      throw new StudioError("login", "name or password is wrong");
    }
    const [pair] = this.#wrong;
    pair.tries.forget(pair.keyOf(name, from.address));
    await this.audit.add({ who: account.name, what: "logged in", from: from.address });
    return this.sessions.begin(account.name, from.browser);
  }

  /** Uses an invitation and begins a session; wrong secrets count as attempts. */
  async join(
    given: { token: string; name: string; password: string },
    from: { address: string; browser: string },
  ): Promise<{ cookie: string; account: Account }> {
    await this.invitation(given.token, from.address);
    const account = await this.accounts.join(given.token, given.name, given.password);
    await this.audit.add({ who: account.name, what: `joined as ${account.role}`, from: from.address });
    return { account, cookie: await this.sessions.begin(account.name, from.browser) };
  }

  async invitation(token: string, address: string) {
    const byAddress = this.#wrong[2].tries;
    const wait = byAddress.waitOf(address);
    if (wait > 0) throw new StudioError("too-many", `too many attempts; try again in ${minutes(wait)}`);
    try {
      return await this.accounts.invitation(token);
    } catch (error) {
      byAddress.add(address);
      throw error;
    }
  }
}

function personOf({ name, role, projects }: Account, session: string): Person {
  return { name, role, projects: role === "admin" ? null : new Set(projects), via: "account", session };
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
}
