// Tokens for programs. One acts in the name of the person who made it, within its scopes and projects, and never beyond what
// the person may do at that moment.
import { randomUUID } from "node:crypto";
import type { JsonValue, Store } from "@xpal/store";
import { z } from "zod";
import { isAtLeast } from "../../protocol/roles.ts";
import { ROLE_OF_SCOPE, SCOPES, type Scope } from "../../protocol/scopes.ts";
import { StudioError } from "../studio-error.ts";
import { nameKey } from "./account.ts";
import type { Accounts } from "./accounts.ts";
import type { Person } from "./person.ts";
import { keyOf, newSecret } from "./secret.ts";

const TOKEN = "token";
/** What a token begins with, so that people and scanners recognise one. */
const PREFIX = "xpal_";

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The key of the account; null for whoever started the program. */
  account: z.string().nullable(),
  scopes: z.array(z.enum(SCOPES)),
  /** Null for all that the person works on. */
  projects: z.array(z.string()).nullable(),
  at: z.string(),
  until: z.string().nullable(),
});
type Token = z.infer<typeof tokenSchema>;

/** What somebody asks for. */
export type TokenPlan = Pick<Token, "name" | "scopes" | "projects"> & { readonly days: number | null };

/** A program that calls: the person it acts for, and what it may do. */
export interface Caller {
  readonly id: string;
  readonly person: Person & { readonly name: string };
  /** The key of the person's account; null for whoever started the program. */
  readonly account: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** The tokens in a store. */
export class Tokens {
  readonly #store: Store;
  readonly #accounts: Accounts;
  readonly #clock: () => Date;

  constructor(store: Store, accounts: Accounts, clock: () => Date) {
    this.#store = store;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  /** Makes one; the secret is told once. */
  async make(person: Person, { name, scopes, projects, days }: TokenPlan): Promise<{ secret: string; token: Token }> {
    const beyond = scopes.find((scope) => !isAtLeast(person, ROLE_OF_SCOPE[scope]));
    if (beyond !== undefined)
      throw new StudioError("role", `the scope ${beyond} needs the role ${ROLE_OF_SCOPE[beyond]}`);
    if (person.name === null && (await this.#accounts.get(name)) !== undefined)
      throw new StudioError("conflict", `the name ${JSON.stringify(name)} is taken; choose another one`);
    const now = this.#clock();
    const until = days === null ? null : new Date(now.getTime() + days * 24 * 3600_000).toISOString();
    const account = person.name === null ? null : nameKey(person.name);
    const token: Token = { id: randomUUID(), name, account, scopes, projects, at: now.toISOString(), until };
    const secret = newSecret(PREFIX);
    await this.#store.records.put(TOKEN, keyOf(secret), token as unknown as JsonValue);
    return { secret, token };
  }

  /** Those of a person. */
  async of(person: Person): Promise<Token[]> {
    return (await this.#own(person)).map(([, token]) => token);
  }

  /** The ids of all that were not revoked. */
  async ids(): Promise<ReadonlySet<string>> {
    return new Set((await this.#store.records.list(TOKEN)).map(({ value }) => tokenSchema.parse(value).id));
  }

  /** Returns its name. */
  async revoke(person: Person, id: string): Promise<string> {
    const found = (await this.#own(person)).find(([, token]) => token.id === id);
    if (found === undefined) throw new StudioError("not-found", "there is no such token");
    await this.#store.records.remove(TOKEN, found[0]);
    return found[1].name;
  }

  /** Who calls with a secret; undefined for one that is unknown, revoked, expired, or of somebody who may not come in. */
  async callerOf(secret: string): Promise<Caller | undefined> {
    if (!secret.startsWith(PREFIX)) return undefined;
    const found = await this.#store.records.get(TOKEN, keyOf(secret));
    if (found === undefined) return undefined;
    const token = tokenSchema.parse(found.value);
    if (token.until !== null && Date.parse(token.until) <= this.#clock().getTime()) return undefined;
    const account = token.account === null ? null : await this.#accounts.get(token.account);
    if (account === undefined || account?.active === false) return undefined;
    const role = account?.role ?? "admin";
    const theirs = account === null || account.role === "admin" ? null : account.projects;
    const projects =
      token.projects === null ? theirs : token.projects.filter((id) => theirs === null || theirs.includes(id));
    const person = {
      name: account?.name ?? token.name,
      role,
      projects: projects === null ? null : new Set(projects),
      via: "token" as const,
      session: null,
    };
    const scopes = token.scopes.filter((scope) => isAtLeast({ role }, ROLE_OF_SCOPE[scope]));
    return { id: token.id, person, account: token.account, scopes: new Set(scopes) };
  }

  async #own({ name }: Person): Promise<[key: string, token: Token][]> {
    const account = name === null ? null : nameKey(name);
    return (await this.#store.records.list(TOKEN))
      .map(({ key, value }): [string, Token] => [key, tokenSchema.parse(value)])
      .filter(([, token]) => token.account === account);
  }
}
