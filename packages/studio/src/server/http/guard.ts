// What every request passes: the right host (against DNS rebinding), security headers, and under /api a person who may
// do this, for writes from a page of our own.
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { accountHeader, OTHER_ACCOUNT, PAGE_ACCOUNT, PAGE_ACCOUNT_QUERY } from "../../protocol/page-account.ts";
import { isAtLeast } from "../../protocol/roles.ts";
import type { Access } from "../accounts/access.ts";
import { calledIn, type Person, THE_OWNER, worksOn } from "../accounts/person.ts";
import type { Log } from "../log.ts";
import type { Reach } from "./reach.ts";
import { decoded, ruleFor } from "./rules.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The one address that takes files as they are. */
const UPLOADS = "/api/imports";

/** What the guard works with. */
export interface GuardParts {
  /** The cookie of sessions. */
  readonly cookieName: string;
  readonly access: Access;
  readonly reach: Reach;
  readonly port: () => number;
  readonly log: Log;
}

/** Rejects what does not come from a page of this server, or from somebody who may not do it. */
export function guard(parts: GuardParts): MiddlewareHandler {
  const { reach, port, log } = parts;
  let served = { port: Number.NaN, origins: [] as readonly string[], hosts: [] as readonly string[] };
  return async (context, next) => {
    if (served.port !== port()) {
      const origins = reach.origins(port());
      served = { port: port(), origins, hosts: origins.map((origin) => new URL(origin).host) };
    }
    const { origins, hosts } = served;
    if (!hosts.includes(context.req.header("host") ?? ""))
      return reject(context, reach, 403, "host", "this host is not served");
    // Programs come with a token, which api/api-routes.ts looks at.
    if (!context.req.path.startsWith("/api/") || context.req.path.startsWith("/api/v1/")) {
      await next();
      protect(context, reach);
      return undefined;
    }
    const { rule, params } = ruleFor(context.req.method, context.req.path);
    const person = await whoIs(context, parts);
    context.set("person", person);
    const rejected = rejectionOf(context, person, rule, params, origins);
    if (rejected !== null) return reject(context, reach, ...rejected);
    await next();
    protect(context, reach);
    if (rule.deed === undefined || context.res.status >= 400) return undefined;
    const about = context.get("about") ?? (Object.values(params).join(" ") || null);
    const deed = { who: calledIn(person), what: rule.deed, about, from: addressOf(context, reach) };
    await parts.access.audit
      .add(deed)
      .catch((error: Error) => log("error", { what: rule.deed, message: error.message }));
    return undefined;
  };
}

/** Where a request comes from. */
export function addressOf(context: Context, { proxied }: Reach): string {
  const said = proxied ? context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return (said ?? incoming?.socket?.remoteAddress ?? "unknown").slice(0, 60);
}

/** Who has the cookie of a request. */
export async function whoIs(
  context: Context,
  { cookieName, access }: Pick<GuardParts, "cookieName" | "access">,
): Promise<Person | null> {
  return (await access.personOf(getCookie(context, cookieName))) ?? null;
}

type Rejected = readonly [status: 401 | 403 | 404 | 415, code: string, message: string];

function rejectionOf(
  context: Context,
  person: Person | null,
  { least }: ReturnType<typeof ruleFor>["rule"],
  { project }: Readonly<Record<string, string>>,
  origins: readonly string[],
): Rejected | null {
  if (least !== "anybody") {
    if (person === null) return [401, "login", "log in with the address that the program printed, or by name"];
    const page = context.req.header(PAGE_ACCOUNT);
    if (page !== undefined && page !== accountHeader(person.name)[PAGE_ACCOUNT])
      return [403, OTHER_ACCOUNT, otherAccount(page, person)];
    const linked = context.req.query(PAGE_ACCOUNT_QUERY);
    if (linked !== undefined && linked !== (person.name ?? "")) return [403, OTHER_ACCOUNT, otherLink(linked, person)];
    if (!isAtLeast(person, least)) return [403, "role", `this needs the role ${least}, and yours is ${person.role}`];
    // In the words of a project that is not there, so that nobody learns which ones are.
    if (project !== undefined && !worksOn(person, project))
      return [404, "not-found", `there is no project ${JSON.stringify(project)}`];
  }
  const { method, path } = context.req;
  if (!["GET", "HEAD"].includes(method) && !origins.includes(context.req.header("origin") ?? ""))
    return [403, "origin", "writes must come from a page of this server"];
  if (method === "POST" && path !== UPLOADS && !isJson(context.req.header("content-type")))
    return [415, "content-type", "the body must be sent as application/json"];
  return null;
}

/** The windows of a browser share one cookie: what this one does would be stored in the name of somebody else. */
function otherAccount(page: string, person: Person): string {
  const [here, now] = [decoded(page) || THE_OWNER, calledIn(person)];
  return `this page belongs to ${here}, but ${now} is logged in in this browser by now: reload it to go on as ${now}`;
}

function otherLink(page: string, person: Person): string {
  const [here, now] = [page || THE_OWNER, calledIn(person)];
  return `this link is from a page of ${here}, but ${now} is logged in in this browser by now: reload that page to go on as ${now}`;
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? "");
}

function reject(context: Context, reach: Reach, ...[status, code, message]: Rejected): Response {
  protect(context, reach);
  return context.json({ code, message }, status);
}

function protect(context: Context, { secure }: Reach): void {
  context.header("content-security-policy", POLICY);
  context.header("x-content-type-options", "nosniff");
  context.header("referrer-policy", "no-referrer");
  context.header("cross-origin-opener-policy", "same-origin");
  context.header("cross-origin-resource-policy", "same-origin");
  if (secure) context.header("strict-transport-security", "max-age=31536000");
  if (context.req.path.startsWith("/api/")) context.header("cache-control", "no-store");
}
