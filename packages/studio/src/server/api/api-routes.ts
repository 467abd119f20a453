// The REST API below /api/v1: routes and the OpenAPI document from the one table of calls. Programs come with a token, never
// with a cookie, so no page can make a browser call this.
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { API_CALLS, type ApiCall, type ApiCallName } from "../../protocol/api-calls.ts";
import { API_SCHEMAS } from "../../protocol/api-schemas.ts";
import { rejectionSchema } from "../../protocol/messages.ts";
import { Attempts } from "../accounts/attempts.ts";
import type { AuditTrail } from "../accounts/audit-trail.ts";
import { worksOn } from "../accounts/person.ts";
import type { Caller, Tokens } from "../accounts/tokens.ts";
import { StudioError } from "../studio-error.ts";
import type { ApiHandlers, SentFile } from "./call-types.ts";

/** Calls of one token per second, over ten seconds. */
const MAX_CALLS = { count: 1000, ms: 10_000 };

/** What the routes work with. */
export interface ApiParts {
  readonly tokens: Tokens;
  readonly audit: AuditTrail;
  readonly handlers: ApiHandlers;
  readonly clock: () => Date;
  readonly addressOf: (context: Context) => string;
}

interface Shapes {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
}

/** The routes, relative to /api/v1. */
export function apiRoutes(parts: ApiParts): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook: (result, context) => {
      if (result.success) return undefined;
      const [issue] = result.error.issues;
      return context.json(
        { code: "bad-request", message: `${issue.path.join(".") || "the request"}: ${issue.message}` },
        400,
      );
    },
  });
  const calls = new Attempts(MAX_CALLS.count, MAX_CALLS.ms, () => parts.clock().getTime());
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  for (const name of Object.keys(API_CALLS) as ApiCallName[]) {
    const route = routeOf(name);
    // Before the parameters are checked: who has no token learns nothing from a rejection.
    app.use(route.getRoutingPath(), async (context, next) => {
      const method = context.req.method === "HEAD" ? "GET" : context.req.method; // Hono answers HEAD by the route of GET
      if (method === route.method.toUpperCase()) await admit(context, name, parts, calls);
      await next();
    });
    app.openapi(route, (async (context: Context) => {
      const { deed }: ApiCall = API_CALLS[name];
      const caller = context.get("caller");
      const answer = await handle(name, context, caller, parts.handlers);
      if (deed !== undefined) {
        const about = Object.values(context.req.param()).join(" ") || null;
        await parts.audit.add({ who: caller.person.name, what: deed, about, from: parts.addressOf(context) });
      }
      return answer;
    }) as never);
  }
  app.doc31("/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "xpal studio",
      version: "1",
      description: "Projects, questions and answers of the labelling studio.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
  });
  return app;
}

declare module "hono" {
  interface ContextVariableMap {
    /** The program that calls the REST API. */
    caller: Caller;
  }
}

async function admit(context: Context, name: ApiCallName, { tokens }: ApiParts, calls: Attempts): Promise<void> {
  const { scope } = API_CALLS[name];
  const [, secret] = /^Bearer (\S+)$/.exec(context.req.header("authorization") ?? "") ?? [];
  const caller = secret === undefined ? undefined : await tokens.callerOf(secret);
  if (caller === undefined)
    throw new StudioError("login", "send a valid token in the header: authorization: Bearer xpal_...");
  if (calls.waitOf(caller.id) > 0) throw new StudioError("too-many", "too many calls; wait some seconds");
  calls.add(caller.id);
  if (!caller.scopes.has(scope)) throw new StudioError("role", `this call needs a token with the scope ${scope}`);
  const project = context.req.param("project");
  if (project !== undefined && !worksOn(caller.person, project))
    throw new StudioError("not-found", `there is no project ${JSON.stringify(project)}`);
  context.set("caller", caller);
}

async function handle(name: ApiCallName, context: Context, caller: Caller, handlers: ApiHandlers): Promise<Response> {
  const { takesFile, file }: ApiCall = API_CALLS[name];
  const { query, body }: Shapes = API_SCHEMAS[name];
  const valid = (part: string) => (context.req as unknown as { valid(part: string): object }).valid(part);
  const asked = {
    ...context.req.param(),
    ...(query === undefined ? {} : valid("query")),
    ...(body === undefined ? {} : valid("json")),
    ...(takesFile ? { file: bodyOf(context) } : {}),
  };
  const answer = await handlers[name](asked as never, caller, context.req.raw.signal);
  return file ? sent(context, answer as SentFile) : context.json(answer as object, 200);
}

function bodyOf(context: Context): ReadableStream<Uint8Array> {
  const { body } = context.req.raw;
  if (body === null) throw new StudioError("bad-argument", "the file must not be empty");
  return body;
}

function sent(context: Context, { name, type, body }: SentFile): Response {
  context.header("content-type", type);
  context.header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  return context.body(body instanceof Uint8Array ? new Uint8Array(body) : body);
}

function routeOf(name: ApiCallName) {
  const { method, path, scope, summary, file, takesFile }: ApiCall = API_CALLS[name];
  const { params, query, body, answer }: Shapes = API_SCHEMAS[name];
  const rejected = (description: string) => ({
    description,
    content: { "application/json": { schema: rejectionSchema } },
  });
  const type = file ? "application/octet-stream" : "application/json";
  const content = takesFile
    ? { "application/octet-stream": { schema: z.any() } }
    : { "application/json": { schema: body ?? z.any() } };
  return createRoute({
    method: method.toLowerCase() as "get",
    path,
    summary,
    operationId: name,
    description: `Takes a token with the scope ${scope}.`,
    request: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { query }),
      ...(method === "POST" && !takesFile ? { body: { required: true, content } } : {}),
    },
    responses: {
      200: { description: summary, content: { [type]: { schema: answer } } },
      400: rejected("The request is not valid"),
      401: rejected("No token, or one that is unknown, revoked or expired"),
      403: rejected("The token lacks the scope"),
      404: rejected("Not found"),
      409: rejected("In conflict with a change made in the meantime"),
      429: rejected("Too many requests"),
    },
  });
}
