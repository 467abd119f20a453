// Every rejection of this layer is one of these: one sentence, with parts that a command or a server maps without
// parsing. A password never enters a message: addresses are shown through `shownUrl`.

/** What kind of rejection it is. */
export type StoreErrorCode =
  | "bad-argument"
  | "bad-url"
  | "cannot-open"
  | "login-rejected"
  | "unreachable"
  | "wrong-version"
  | "not-a-store"
  | "not-found"
  | "conflict"
  | "stale"
  | "locked"
  | "full"
  | "read-only"
  | "damaged"
  | "closed"
  | "failed";

/** The parts of a rejection. */
export interface StoreErrorParts {
  /** The function that rejected. */
  readonly who: string;
  /** Which argument, or which part of the store. */
  readonly argument: string;
  /** The rule that was broken, or what happened, as the end of a sentence. */
  readonly rule: string;
  /** What was given. */
  readonly value?: unknown;
  /** What to do instead. */
  readonly wayOut?: string;
  /** Who holds what is locked, if that is known. */
  readonly owner?: string;
}

/**
 * An error of the store: who rejected what, the rule, the value, and the way out if there is one.
 * @example new StoreError("full", { who: "append", argument: "the disk", rule: "is full", wayOut: "free some space" }).message // "append: the disk is full; free some space"
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly who: string;
  readonly argument: string;
  readonly rule: string;
  readonly wayOut: string | undefined;
  readonly owner: string | undefined;

  constructor(code: StoreErrorCode, parts: StoreErrorParts) {
    const got = "value" in parts ? `, got ${show(parts.value)}` : "";
    const wayOut = parts.wayOut === undefined ? "" : `; ${parts.wayOut}`;
    super(`${parts.who}: ${parts.argument} ${parts.rule}${got}${wayOut}`);
    this.name = "StoreError";
    this.code = code;
    this.who = parts.who;
    this.argument = parts.argument;
    this.rule = parts.rule;
    this.wayOut = parts.wayOut;
    this.owner = parts.owner;
  }
}

/** Rejects an argument. */
export function reject(who: string, argument: string, rule: string, value: unknown): never {
  throw new StoreError("bad-argument", { who, argument, rule, value });
}

/**
 * An address without its password, to be shown in messages; also if the password was not escaped.
 * @example shownUrl("postgres://me:secret@host/db") // "postgres://me:***@host/db"
 */
export function shownUrl(url: string): string {
  if (typeof url !== "string") reject("shownUrl", "url", "must be a string", url);
  return url
    .replace(/^([a-z]+:\/\/[^:]*?):.*@/is, "$1:***@")
    .replace(/([?&](?:password|sslpassword)=)[^&]*/gi, "$1***");
}

function show(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value);
    return text.length <= 100 ? text : `${text.slice(0, 97)}…"`;
  }
  if (typeof value !== "object" || value === null) return typeof value === "function" ? "a function" : String(value);
  if (Array.isArray(value)) return `a list of length ${value.length}`;
  return "an object";
}
