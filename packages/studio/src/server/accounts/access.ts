// Finds out who makes a request, and lets people in by password or invitation.
//
// The rule for wrong passwords, each within a quarter of an hour: a browser that somebody has logged in with before may try
// their name 10 times, whatever others do. Any other may try 10 times for a name from one address, 50 times from one address,
// and 100 times for a name from all addresses together. So strangers who guess from many addresses are held to 100 guesses,
// and keep a person out only of browsers that are new to the studio. The addresses of one IPv6 network (/64) count as one;
// behind a proxy it is the address that the proxy saw. Each server counts by itself.
import { isIPv6 } from "node:net";
import type { Store } from "@xpal/store";
import { StudioError } from "../studio-error.ts";
import type { StudioSecret } from "../studio-secret.ts";
import type { Account } from "./account.ts";
import { nameKey } from "./account.ts";
import { AccountSessions } from "./account-sessions.ts";
import { Accounts } from "./accounts.ts";
import { Attempts } from "./attempts.ts";
import { AuditTrail } from "./audit-trail.ts";
import { KnownDevices } from "./known-devices.ts";
import { OWNER, type Person } from "./person.ts";
import { Tokens } from "./tokens.ts";

const QUARTER_HOUR = 15 * 60_000;
const MAX_WRONG = { pair: 10, address: 50, name: 100 };

/** Where somebody comes from: the address, what the browser calls itself, and its cookie of an earlier log-in. */
export interface From {
  readonly address: string;
  readonly browser: string;
  readonly device: string | undefined;
}

/** The cookies of somebody who was let in: of the session, and of the device for later. */
export interface Entered {
  readonly cookie: string;
  readonly device: string;
}

/** A count that a wrong password adds to. */
interface Limit {
  readonly tries: Attempts;
  readonly key: string;
}

/** The accounts of a studio and the way in. */
export class Access {
  readonly accounts: Accounts;
  readonly sessions: AccountSessions;
  readonly audit: AuditTrail;
  readonly tokens: Tokens;
  readonly #devices: KnownDevices;
  /** For one name from one place: an address, a known device or an open session. */
  readonly #byPair: Attempts;
  readonly #byAddress: Attempts;
  readonly #byName: Attempts;

  constructor(store: Store, clock: () => Date, secret: StudioSecret) {
    this.accounts = new Accounts(store, clock);
    this.sessions = new AccountSessions(store, clock, secret);
    this.audit = new AuditTrail(store, clock);
    this.tokens = new Tokens(store, this.accounts, clock);
    this.#devices = new KnownDevices(secret, clock);
    const tries = (most: number) => new Attempts(most, QUARTER_HOUR, () => clock().getTime());
    this.#byPair = tries(MAX_WRONG.pair);
    this.#byAddress = tries(MAX_WRONG.address);
    this.#byName = tries(MAX_WRONG.name);
  }

  /** The person of a cookie; undefined when nobody is logged in by it. */
  async personOf(cookie: string | undefined): Promise<Person | undefined> {
    // Both are read anew at each request, at once where it is known already whose session it is.
    const name = this.sessions.accountBefore(cookie) ?? undefined;
    const [found, known] = await Promise.all([
      this.sessions.find(cookie),
      name === undefined ? undefined : this.accounts.get(name),
    ]);
    if (found === undefined) return undefined;
    if (found.account === null) return { ...OWNER, session: found.key };
    const account = known ?? (await this.accounts.get(found.account));
    return account?.active === true ? personOf(account, found.key) : undefined;
  }

  /** Begins a session for a name and a password. */
  async logIn(name: string, password: string, from: From): Promise<Entered> {
    const account = await guess(this.#limitsOf(name, from), () => this.accounts.entered(name, password));
    if (account === undefined) {
      await this.audit.add({ who: "nobody", what: "failed to log in", about: name.slice(0, 60), from: from.address });
      throw new StudioError("login", "name or password is wrong");
    }
    await this.audit.add({ who: account.name, what: "logged in", from: from.address });
    return this.#enter(account, from);
  }

  /** Changes the password of somebody who is logged in; their other sessions end. */
  async changePassword({ name, session }: Person & { name: string }, old: string, password: string): Promise<void> {
    const limit = { tries: this.#byPair, key: pairKey(name, `session ${session}`) };
    if ((await guess([limit], () => this.accounts.entered(name, old))) === undefined)
      throw new StudioError("bad-argument", "the old password is wrong");
    await this.accounts.setPassword(name, password);
    await this.sessions.endAll(name, session ?? undefined);
  }

  /** Uses an invitation and begins a session; wrong secrets count as attempts. */
  async join(
    given: { token: string; name: string; password: string },
    from: From,
  ): Promise<Entered & { account: Account }> {
    await this.invitation(given.token, from.address);
    const account = await this.accounts.join(given.token, given.name, given.password);
    await this.audit.add({ who: account.name, what: `joined as ${account.role}`, from: from.address });
    return { account, ...(await this.#enter(account, from)) };
  }

  async invitation(token: string, address: string) {
    const byAddress = { tries: this.#byAddress, key: networkOf(address) };
    checkMayTry([byAddress]);
    try {
      return await this.accounts.invitation(token);
    } catch (error) {
      byAddress.tries.add(byAddress.key);
      throw error;
    }
  }

  #limitsOf(name: string, { address, device }: From): readonly [pair: Limit, ...others: Limit[]] {
    const id = this.#devices.idOf(device, name);
    if (id !== undefined) return [{ tries: this.#byPair, key: pairKey(name, `device ${id}`) }];
    const network = networkOf(address);
    return [
      { tries: this.#byPair, key: pairKey(name, `address ${network}`) },
      { tries: this.#byAddress, key: network },
      { tries: this.#byName, key: nameKey(name) },
    ];
  }

  async #enter({ name }: Account, { browser }: From): Promise<Entered> {
    return { cookie: await this.sessions.begin(name, browser), device: this.#devices.cookieFor(name) };
  }
}

/**
 * Tries a password. It counts as wrong until it has turned out to be right, so that of many at once no more than the limit are
 * looked at; once right, the wrong ones of the same place are forgotten.
 */
async function guess(
  limits: readonly [pair: Limit, ...others: Limit[]],
  check: () => Promise<Account | undefined>,
): Promise<Account | undefined> {
  checkMayTry(limits);
  for (const { tries, key } of limits) tries.add(key);
  let isWrong = false;
  try {
    const account = await check();
    isWrong = account === undefined;
    if (!isWrong) limits[0].tries.forget(limits[0].key);
    return account;
  } finally {
    if (!isWrong) for (const { tries, key } of limits) tries.takeBack(key);
  }
}

function checkMayTry(limits: readonly Limit[]): void {
  const wait = Math.max(...limits.map(({ tries, key }) => tries.waitOf(key)));
  if (wait > 0) throw new StudioError("too-many", `too many attempts; try again in ${minutes(wait)}`);
}

function pairKey(name: string, place: string): string {
  return JSON.stringify([nameKey(name), place]);
}

/** An IPv4 address as it is, also within IPv6; of other IPv6 addresses the first 64 bits: whoever has one has all of these. */
function networkOf(address: string): string {
  const [, inner] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (inner !== undefined) return inner;
  if (!isIPv6(address)) return address;
  const [before, after] = address.toLowerCase().split("%")[0].split("::");
  const groups = (text = "") => (text === "" ? [] : text.split(":"));
  const [left, right] = [groups(before), groups(after)];
  const all = after === undefined ? left : [...left, ...new Array(8 - left.length - right.length).fill("0"), ...right];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

function personOf({ name, role, projects }: Account, session: string): Person {
  return { name, role, projects: role === "admin" ? null : new Set(projects), via: "account", session };
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "a minute" : `${count} minutes`;
}
