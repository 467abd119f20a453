// The whole HTTP face, testable without a socket.
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Store } from "@xpal/store";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Access } from "../accounts/access.ts";
import { worksOn } from "../accounts/person.ts";
import type { Announcer } from "../api/announcer.ts";
import { apiHandlers } from "../api/api-handlers.ts";
import { apiRoutes } from "../api/api-routes.ts";
import type { Webhooks } from "../api/webhooks.ts";
import type { Imports } from "../exchange/imports.ts";
import type { OpenFolders } from "../exchange/server-files.ts";
import type { Log } from "../log.ts";
import type { Programs } from "../programs/programs.ts";
import { bundledDemos } from "../projects/bundled-demos.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { apiApp } from "./api-app.ts";
import { drainBody } from "./drain-body.ts";
import { exportRoutes } from "./export-routes.ts";
import { fileRoutes } from "./file-routes.ts";
import { addressOf, guard, whoIs } from "./guard.ts";
import { imageOf } from "./image-of.ts";
import { importRoutes } from "./import-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { programRoutes } from "./program-routes.ts";
import { type ImageOf, projectRoutes } from "./project-routes.ts";
import type { Reach } from "./reach.ts";
import { sessionRoutes, setSession } from "./session-routes.ts";
import type { StartLink } from "./start-link.ts";
import { staticFiles } from "./static-files.ts";
import { tokenRoutes } from "./token-routes.ts";

const MAX_JSON_BYTES = 8 * 1024 * 1024;
const MAX_FORM_BYTES = 256 * 1024;

/** What the server is made of. */
export interface AppParts {
  readonly store: Store;
  readonly openProjects: OpenProjects;
  readonly imports: Imports;
  /** Folders whose files may be imported by name. */
  readonly openFolders: OpenFolders;
  readonly startLink: StartLink;
  /**
   * The name of the cookie of sessions: browsers send cookies to every port of a machine, so two studios need two names. It
   * belongs to the database and its secret, not to the port, so that open pages survive a restart on another one.
   */
  readonly cookieName: string;
  readonly access: Access;
  readonly reach: Reach;
  readonly webhooks: Webhooks;
  readonly announcer: Announcer;
  readonly programs: Programs;
  readonly log: Log;
  readonly clock: () => Date;
  readonly port: () => number;
  /** The folder with the built page. */
  readonly webDir: string;
  /** Called when a token was used up, so that the next one can be told. */
  readonly onLogin: () => void;
}

/** Builds the routes. */
export function createApp(parts: AppParts): OpenAPIHono {
  const { store, openProjects, startLink, cookieName, access, reach, log, clock, announcer } = parts;
  const app = apiApp(log);
  app.use(async (context, next) => {
    const start = clock().getTime();
    await next();
    // The path without its query: a token must never be logged.
    log("request", {
      method: context.req.method,
      path: context.req.path,
      status: context.res.status,
      ms: clock().getTime() - start,
    });
  });
  app.use(drainBody());
  app.use(guard(parts));
  app.get("/health", (context) => context.json({ ok: true }));
  app.get("/login", async (context) => {
    const entered = startLink.use(context.req.query("token") ?? "");
    if (entered === "too many") return context.text("Too many attempts; wait a minute.", 429);
    if (entered === "wrong")
      return context.text("This link was used already or is wrong. The program prints a new one.", 401);
    parts.onLogin();
    const cookie = await access.sessions.begin(null, context.req.header("user-agent") ?? "");
    setSession(context, cookieName, cookie, reach);
    const to = context.req.query("to") ?? "/";
    return context.redirect(/^\/(p|import)\/[\w-]+$/.test(to) ? to : "/");
  });
  for (const path of [
    "/api/demos",
    "/api/imports/:import/*",
    "/api/projects/*",
    "/api/v1/projects/*",
    "/api/v1/projects",
    "/api/v1/webhooks",
  ])
    app.use(path, limitBody(MAX_JSON_BYTES));
  for (const path of [
    "/api/session",
    "/api/password",
    "/api/tokens",
    "/api/invitation/*",
    "/api/invitations",
    "/api/people/*",
    "/api/files",
    "/api/bin/*",
  ])
    app.use(path, limitBody(MAX_FORM_BYTES));
  sessionRoutes(app, access, cookieName, reach);
  peopleRoutes(app, access);
  tokenRoutes(app, access.tokens);
  listRoutes(app, openProjects, store, clock, bundledDemos, (project) => announcer.imported(project));
  const images: ImageOf = (...image) => imageOf(store, ...image);
  const isStillIn = async (context: Context) => {
    const person = await whoIs(context, parts);
    context.set("person", person); // whose role may be another one by now
    return person !== null && worksOn(person, context.req.param("project") ?? "");
  };
  projectRoutes(app, openProjects, images, isStillIn, (...answered) => announcer.answered(...answered));
  importRoutes(app, parts.imports, openProjects);
  fileRoutes(app, parts.imports, parts.openFolders);
  exportRoutes(app, openProjects, store);
  programRoutes(app, parts.programs);
  const handlers = apiHandlers(parts);
  const { tokens, audit } = access;
  app.route(
    "/api/v1",
    apiRoutes({ tokens, audit, handlers, clock, addressOf: (context) => addressOf(context, reach) }),
  );
  app.doc31("/api/openapi.json", {
    openapi: "3.1.0",
    info: {
      title: "xpal studio",
      version: "0.1.0",
      description: "Projects, questions and answers of the labelling studio.",
    },
  });
  app.use(staticFiles(parts.webDir));
  return app;
}

/** Rejects larger bodies. A request that has none is not even asked for it, which costs as much as answering it. */
function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: tooLarge });
  return (context, next) => (["GET", "HEAD"].includes(context.req.method) ? next() : limit(context, next));
}

function tooLarge(context: { json: (body: object, status: 413) => Response }): Response {
  return context.json({ code: "too-large", message: "the request is larger than the studio takes" }, 413);
}
