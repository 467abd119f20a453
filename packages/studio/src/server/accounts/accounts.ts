// The people of a studio: invited by a link that works once, then known by name and password.
import { randomUUID } from "node:crypto";
import { type Store, type StoredRecord, StoreError } from "@xpal/store";
import type { Role } from "../../protocol/roles.ts";
import { StudioError } from "../studio-error.ts";
import {
  type Account,
  accountNameSchema,
  accountOf,
  asJson,
  type Invitation,
  invitationOf,
  nameKey,
} from "./account.ts";
import { hashPassword, isPassword, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password.ts";
import { keyOf, newSecret } from "./secret.ts";

const ACCOUNT = "account";
const INVITATION = "invitation";
const DAY_MS = 24 * 3600 * 1000;

/** Accounts and invitations in a store. */
export class Accounts {
  readonly #store: Store;
  readonly #clock: () => Date;

  constructor(store: Store, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  async list(): Promise<Account[]> {
    return (await this.#store.records.list(ACCOUNT)).map(accountOf);
  }

  async get(name: string): Promise<Account | undefined> {
    const found = await this.#store.records.get(ACCOUNT, nameKey(name));
    return found === undefined ? undefined : accountOf(found);
  }

  /** Whether anybody has an account or an invitation to one. */
  async areThere(): Promise<boolean> {
    return (await this.#store.records.list(ACCOUNT, { limit: 1 })).length > 0;
  }

  /** Whether what a name did as an admin still counts. Whoever started the program has no account, and stays one. */
  async isStillAdmin(name: string): Promise<boolean> {
    const account = await this.get(name);
    return account === undefined || (account.active && account.role === "admin");
  }

  /** Makes an invitation; the secret is known to whoever gets this answer, and to nobody else. */
  async invite(
    asked: { role: Role; projects: readonly string[]; name: string | null; days: number },
    by: string,
  ): Promise<{ secret: string; invitation: Invitation }> {
    if (asked.name !== null) {
      checkName(asked.name);
      if ((await this.get(asked.name)) !== undefined) throw taken(asked.name);
    }
    const now = this.#clock();
    const secret = newSecret("");
    const invitation: Invitation = {
      id: randomUUID(),
      role: asked.role,
      projects: [...asked.projects],
      name: asked.name,
      at: now.toISOString(),
      by,
      until: new Date(now.getTime() + asked.days * DAY_MS).toISOString(),
    };
    await this.#store.records.put(INVITATION, keyOf(secret), asJson(invitation));
    return { secret, invitation };
  }

  /** The invitations that can be used; those that have expired are removed. */
  async invitations(): Promise<Invitation[]> {
    const open: Invitation[] = [];
    for (const record of await this.#store.records.list(INVITATION)) {
      const invitation = invitationOf(record);
      if (this.#isOver(invitation)) await this.#store.records.remove(INVITATION, record.key);
      else if (await this.isStillAdmin(invitation.by)) open.push(invitation);
    }
    return open.sort((a, b) => (a.at < b.at ? 1 : -1));
  }

  async withdraw(id: string): Promise<Invitation> {
    const found = (await this.#store.records.list(INVITATION)).find((record) => invitationOf(record).id === id);
    if (found === undefined)
      throw new StudioError("not-found", "this invitation was used, has expired or was withdrawn");
    await this.#store.records.remove(INVITATION, found.key);
    return invitationOf(found);
  }

  async invitation(secret: string): Promise<Invitation> {
    const found = await this.#store.records.get(INVITATION, keyOf(secret));
    const invitation = found === undefined ? undefined : invitationOf(found);
    const isOpen = invitation !== undefined && !this.#isOver(invitation);
    if (isOpen && (await this.isStillAdmin(invitation.by))) return invitation;
    throw new StudioError("not-found", "this invitation was used, has expired or was withdrawn; ask for a new one");
  }

  /** Uses an invitation up for a new account. */
  async join(secret: string, name: string, password: string): Promise<Account> {
    const invitation = await this.invitation(secret);
    const called = invitation.name ?? name;
    checkName(called);
    checkPassword(password, called);
    if ((await this.get(called)) !== undefined) throw taken(called);
    const { role, projects, by } = invitation;
    const account: Account = {
      name: called,
      role,
      projects,
      at: this.#clock().toISOString(),
      by,
      password: await hashPassword(password),
      active: true,
    };
    // Of several who use it at the same time one finds it there.
    if (!(await this.#store.records.remove(INVITATION, keyOf(secret)))) return this.#usedUp(secret);
    try {
      await this.#store.records.put(ACCOUNT, nameKey(called), asJson(account), { revision: 0 });
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "stale")) throw error;
      await this.#store.records.put(INVITATION, keyOf(secret), asJson(invitation)); // for another name
      throw taken(called);
    }
    return account;
  }

  /** The account of a name and password; undefined when they do not fit, or it may not come in. */
  async entered(name: string, password: string): Promise<Account | undefined> {
    const account = await this.get(name);
    const fits = await isPassword(password, account?.password ?? null);
    return fits && account?.active === true ? account : undefined;
  }

  async setPassword(name: string, password: string): Promise<void> {
    checkPassword(password, name);
    const hash = await hashPassword(password);
    await this.#update(name, (account) => ({ ...account, password: hash }));
  }

  change(name: string, change: Partial<Pick<Account, "role" | "projects" | "active">>): Promise<Account> {
    return this.#update(name, (account) => ({ ...account, ...change }));
  }

  async #update(name: string, change: (account: Account) => Account): Promise<Account> {
    for (let tries = 1; ; tries++) {
      const found: StoredRecord | undefined = await this.#store.records.get(ACCOUNT, nameKey(name));
      if (found === undefined) throw new StudioError("not-found", `there is no account ${JSON.stringify(name)}`);
      const account = change(accountOf(found));
      try {
        await this.#store.records.put(ACCOUNT, found.key, asJson(account), { revision: found.revision });
        return account;
      } catch (error) {
        if (!(error instanceof StoreError && error.code === "stale") || tries === 10) throw error;
      }
    }
  }

  async #usedUp(secret: string): Promise<never> {
    await this.invitation(secret);
    throw new StudioError("conflict", "this invitation was just used");
  }

  #isOver({ until }: Invitation): boolean {
    return Date.parse(until) <= this.#clock().getTime();
  }
}

function checkName(name: string): void {
  const { success, error } = accountNameSchema.safeParse(name);
  if (success) return;
  const own = error.issues.find(({ code }) => code === "custom")?.message;
  throw new StudioError("bad-argument", own ?? "a name must be one line of 1 to 60 characters without space around it");
}

function checkPassword(password: string, name: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    const rule = `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;
    throw new StudioError("bad-argument", `a password ${rule}, got ${password.length}; a few words will do`);
  }
  if (nameKey(password).includes(nameKey(name)) && name.length > 3)
    throw new StudioError("bad-argument", "a password must not contain the name");
}

function taken(name: string): StudioError {
  return new StudioError("conflict", `the name ${JSON.stringify(name)} is taken; choose another one`);
}
