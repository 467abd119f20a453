// People and what they did, for admins.
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import {
  auditEntrySchema,
  invitationSchema,
  inviteSchema,
  peopleSchema,
  personChangeSchema,
  personSchema,
} from "../../protocol/people.ts";
import type { Access } from "../accounts/access.ts";
import { type Account, nameKey } from "../accounts/account.ts";
import { calledIn } from "../accounts/person.ts";
import { numberQuery, reading, writing } from "./api-route.ts";
import { ending } from "./session-routes.ts";

const MAX_ENTRIES = 200;

/** Adds the routes of people to the server. */
export function peopleRoutes(app: OpenAPIHono, access: Access): void {
  app.openapi(reading("/api/people", "Everybody, and who is invited", { answer: peopleSchema }), async (context) => {
    const counts = await access.sessions.counts();
    const people = (await access.accounts.list()).map((account) => infoOf(account, counts));
    return context.json({ people, invitations: await access.accounts.invitations() }, 200);
  });
  app.openapi(
    writing("/api/invitations", "Invites somebody; the token works once", {
      body: inviteSchema,
      answer: z.object({ token: z.string(), invitation: invitationSchema }),
    }),
    async (context) => {
      const by = calledIn(context.get("person"));
      const { secret, invitation } = await access.accounts.invite(context.req.valid("json"), by);
      context.set("about", invitationWords(invitation));
      return context.json({ token: secret, invitation }, 200);
    },
  );
  app.openapi(
    ending("/api/invitations/{invitation}", "Withdraws an invitation", z.object({ invitation: z.string().max(64) })),
    async (context) => {
      context.set("about", invitationWords(await access.accounts.withdraw(context.req.valid("param").invitation)));
      return context.json({}, 200);
    },
  );
  app.openapi(
    writing("/api/people/{person}", "Changes the role or the projects of a person, or shuts them out", {
      params: z.object({ person: z.string().min(1).max(200) }),
      body: personChangeSchema,
      answer: personSchema,
    }),
    async (context) => {
      const { person } = context.req.valid("param");
      const { logOut, ...change } = context.req.valid("json");
      const account = await access.accounts.change(person, change);
      if (logOut === true || !account.active) await access.sessions.endAll(account.name);
      context.set("about", `${account.name} ${JSON.stringify(context.req.valid("json")).slice(0, 300)}`);
      return context.json(infoOf(account, await access.sessions.counts()), 200);
    },
  );
  app.openapi(
    reading("/api/audit", "Who did what, the newest first", {
      query: z.object({
        before: z.string().max(100).optional(),
        limit: numberQuery.min(1).max(MAX_ENTRIES).optional(),
      }),
      answer: z.array(auditEntrySchema),
    }),
    async (context) => {
      const { before, limit = 50 } = context.req.valid("query");
      return context.json(await access.audit.read({ limit, ...(before === undefined ? {} : { before }) }), 200);
    },
  );
}

function invitationWords({ role, name }: { readonly role: string; readonly name: string | null }): string {
  return `${role}${name === null ? "" : ` ${name}`}`;
}

function infoOf({ password: _, ...account }: Account, counts: ReadonlyMap<string, number>) {
  return { ...account, sessions: counts.get(nameKey(account.name)) ?? 0 };
}
