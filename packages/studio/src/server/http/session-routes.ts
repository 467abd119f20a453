// The way in and out for people with an account: by name and password, or by an invitation.
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { invitationSchema, meSchema, ownSessionSchema, sessionSchema } from "../../protocol/people.ts";
import type { Access, Entered, From } from "../accounts/access.ts";
import { DEVICE_DAYS } from "../accounts/known-devices.ts";
import type { Person } from "../accounts/person.ts";
import { StudioError } from "../studio-error.ts";
import { reading, writing } from "./api-route.ts";
import { addressOf } from "./guard.ts";
import type { Reach } from "./reach.ts";

const MONTH = 30 * 24 * 3600;
const name = z.string().min(1).max(200);
const password = z.string().max(1000);
const token = z.string().min(1).max(100);

/** Puts a session into the browser: no script reads it, no other site sends it. */
export function setSession(context: Context, cookieName: string, cookie: string, { secure }: Reach): void {
  setCookie(context, cookieName, cookie, { httpOnly: true, sameSite: "Strict", path: "/", maxAge: MONTH, secure });
}

/** Adds the routes of log-in to the server. */
export function sessionRoutes(app: OpenAPIHono, access: Access, cookieName: string, reach: Reach): void {
  const deviceName = `${cookieName}-device`;
  const fromOf = (context: Context): From => ({
    address: addressOf(context, reach),
    browser: context.req.header("user-agent") ?? "",
    device: getCookie(context, deviceName),
  });
  const enter = (context: Context, { cookie, device }: Entered): void => {
    setSession(context, cookieName, cookie, reach);
    const [path, maxAge] = ["/api/session", DEVICE_DAYS * 24 * 3600];
    setCookie(context, deviceName, device, { httpOnly: true, sameSite: "Strict", path, maxAge, secure: reach.secure });
  };
  /** Ends the session whose cookie the browser loses: live streams of pages that are still open were fed by it on and on. */
  const endFormer = async (context: Context) => {
    const session = context.get("person")?.session;
    if (typeof session === "string") await access.sessions.end(session);
  };
  app.openapi(reading("/api/session", "Who is logged in", { answer: sessionSchema }), async (context) => {
    const person = context.get("person");
    return context.json({ me: person && meOf(person), accounts: await access.accounts.areThere() }, 200);
  });
  app.openapi(
    writing("/api/session", "Logs in by name and password", { body: z.object({ name, password }), answer: meSchema }),
    async (context) => {
      const given = context.req.valid("json");
      const entered = await access.logIn(given.name, given.password, fromOf(context));
      await endFormer(context);
      enter(context, entered);
      return context.json(meOf((await access.personOf(entered.cookie)) as Person), 200);
    },
  );
  app.openapi(ending("/api/session", "Logs out"), async (context) => {
    await endFormer(context);
    deleteCookie(context, cookieName, { path: "/", secure: reach.secure });
    return context.json({}, 200);
  });
  app.openapi(
    reading("/api/sessions", "The browsers in which one is logged in", { answer: z.array(ownSessionSchema) }),
    async (context) => {
      const person = withName(context.get("person"));
      const sessions = await access.sessions.of(person.name);
      return context.json(
        sessions.map(({ key, at, until, browser }) => {
          return { id: key.slice(0, 16), at, until, browser, current: key === person.session };
        }),
        200,
      );
    },
  );
  app.openapi(
    ending("/api/sessions/{session}", "Ends a session of one's own", z.object({ session: z.string().length(16) })),
    async (context) => {
      const own = await access.sessions.of(withName(context.get("person")).name);
      const found = own.find(({ key }) => key.startsWith(context.req.valid("param").session));
      if (found === undefined) throw new StudioError("not-found", "this session has ended already");
      await access.sessions.end(found.key);
      context.set("about", ""); // its id tells nothing
      return context.json({}, 200);
    },
  );
  app.openapi(
    writing("/api/password", "Changes one's password; other sessions end", {
      body: z.object({ old: password, password }),
      answer: z.object({}),
    }),
    async (context) => {
      const person = withName(context.get("person"));
      const { old, password } = context.req.valid("json");
      await access.changePassword(person, old, password);
      return context.json({}, 200);
    },
  );
  app.openapi(
    writing("/api/invitation/look", "What an invitation is for", {
      body: z.object({ token }),
      answer: invitationSchema.pick({ role: true, name: true, by: true, until: true }),
    }),
    async (context) => {
      const { role, name, by, until } = await access.invitation(
        context.req.valid("json").token,
        fromOf(context).address,
      );
      return context.json({ role, name, by, until }, 200);
    },
  );
  app.openapi(
    writing("/api/invitation", "Uses an invitation: a name and a password of one's own", {
      body: z.object({ token, name, password }),
      answer: meSchema,
    }),
    async (context) => {
      const { account, ...entered } = await access.join(context.req.valid("json"), fromOf(context));
      await endFormer(context);
      enter(context, entered);
      return context.json({ name: account.name, role: account.role, via: "account" as const }, 200);
    },
  );
}

/** A route that takes nothing and ends something. */
export function ending<P extends string, R extends z.ZodObject>(path: P, summary: string, params?: R) {
  return createRoute({
    method: "delete",
    path,
    summary,
    request: { params: params as R },
    responses: { 200: { content: { "application/json": { schema: z.object({}) } }, description: summary } },
  });
}

function meOf({ name, role, via }: Person) {
  return { name, role, via: via === "start" ? ("start" as const) : ("account" as const) };
}

function withName(person: Person | null): Person & { readonly name: string } {
  if (person?.name === null || person === null)
    throw new StudioError("bad-state", "a person who uses the printed address has no account");
  return person as Person & { readonly name: string };
}
