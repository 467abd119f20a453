// The routes that Label Studio calls. All but the one that says that the bridge is up take its key: in the path, since the
// server signs no webhooks, or as the password of HTTP Basic. A webhook is answered before anything is done about it,
// because the server waits for one second.

import { createHash, timingSafeEqual } from "node:crypto";
import { StudioError } from "@xpal/studio/internal";
import { type Context, Hono } from "hono";
import type { Json } from "./label-studio-api.ts";

/** What the routes are served by. */
export interface BackendParts {
  readonly key: string;
  readonly project: number;
  readonly version: () => string;
  /** Checks a labelling configuration; throws a StudioError that says what is wrong with it. */
  readonly check: (config: string) => void;
  /** One prediction per task, in their order; null while nothing is known yet. */
  readonly predict: (tasks: readonly Json[]) => readonly unknown[] | null;
  readonly onWebhook: (body: Json) => void;
}

/** Longer bodies are not read; a webhook with thousands of new tasks may be. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What paths begin with whose request has the key, and with whose has not; no request can say so itself. */
const [ADMITTED, OTHERS] = ["/admitted", "/others"];

/** Makes the routes. */
export function backendApp({ key, project, version, check, predict, onWebhook }: BackendParts): Hono {
  const app = new Hono({ getPath: (request) => judgedPath(request, key) });
  const health = (context: Context) => context.json({ status: "UP", model_class: "xPAL" });
  for (const from of [ADMITTED, OTHERS]) for (const path of ["", "/", "/health"]) app.get(`${from}${path}`, health);
  app.all(`${OTHERS}/*`, (context) =>
    context.json({ error: "this takes the address, or the password, that the bridge printed" }, 401),
  );
  app.get(`${ADMITTED}/versions`, (context) => context.json({ versions: [version()] }));
  app.post(`${ADMITTED}/setup`, async (context) => {
    const body = await bodyOf(context);
    checkProject(body, project);
    if (typeof body.schema === "string") check(body.schema);
    return context.json({ model_version: version() });
  });
  app.post(`${ADMITTED}/predict`, async (context) => {
    const body = await bodyOf(context);
    checkProject(body, project);
    const results = predict(Array.isArray(body.tasks) ? (body.tasks as Json[]) : []);
    if (results === null) return context.json({ error: "the bridge is still reading the project" }, 503);
    return context.json({ results, model_version: version() });
  });
  app.post(`${ADMITTED}/webhook`, async (context) => {
    const body = await bodyOf(context).catch((error: unknown) => {
      if (error instanceof StudioError && error.code === "too-large") return { action: "TASKS_CREATED" };
      throw error;
    });
    onWebhook(body);
    return context.json({ result: {}, status: "ok" }, 201);
  });
  // Called by older servers, or beside the loop.
  app.post(`${ADMITTED}/train`, async (context) => {
    await bodyOf(context);
    onWebhook({ action: "START_TRAINING" });
    return context.json({ job: "xpal" }, 201);
  });
  app.post(`${ADMITTED}/job_status`, (context) => context.json({ job_status: "finished" }));
  for (const path of ["/delete", "/duplicate_model", "/validate"])
    app.post(`${ADMITTED}${path}`, (context) => context.json({}));
  app.notFound((context) => context.json({ error: "there is no such route" }, 404));
  app.onError((error, context) => {
    if (error instanceof StudioError) return context.json({ error: error.message.replace(/^bridge: /, "") }, 400);
    return context.json({ error: "the bridge could not do this; it says why where it was started" }, 500);
  });
  return app;
}

/** The path without the key, after a word that says whether the request has it. */
function judgedPath(request: Request, key: string): string {
  const { pathname } = new URL(request.url);
  const [, first = "", rest = ""] = /^\/([^/]*)(.*)$/.exec(pathname) ?? [];
  if (same(first, key)) return `${ADMITTED}${rest}`;
  return same(passwordIn(request.headers.get("authorization") ?? ""), key)
    ? `${ADMITTED}${pathname}`
    : `${OTHERS}${pathname}`;
}

function checkProject({ project }: Json, wanted: number): void {
  const id = typeof project === "string" || typeof project === "number" ? Number.parseInt(String(project), 10) : wanted;
  if (id === wanted) return;
  throw new StudioError("bad-argument", `bridge: the project must be ${wanted}, which this bridge serves, got ${id}`);
}

async function bodyOf(context: Context): Promise<Json> {
  if (Number(context.req.header("content-length") ?? 0) > MAX_BYTES)
    throw new StudioError("too-large", "bridge: the body must be shorter");
  let body: unknown;
  try {
    body = await context.req.json();
  } catch {
    throw new StudioError("bad-argument", "bridge: the body must be JSON");
  }
  if (body !== null && typeof body === "object" && !Array.isArray(body)) return body as Json;
  throw new StudioError("bad-argument", "bridge: the body must be a JSON object");
}

function passwordIn(authorization: string): string {
  const [, encoded = ""] = /^Basic (\S+)$/.exec(authorization) ?? [];
  return Buffer.from(encoded, "base64")
    .toString("utf8")
    .replace(/^[^:]*:/, "");
}

/** Compares without telling by the time it takes. */
function same(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(x, y);
}
