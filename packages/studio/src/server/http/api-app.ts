// Routes without any yet: how they reject, wherever they run.
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Log } from "../log.ts";
import { rejectionFor } from "./rejection.ts";

/** An app that answers every rejection with a code and one sentence. */
export function apiApp(log: Log): OpenAPIHono {
  const app = new OpenAPIHono({
    defaultHook: (result, context) => {
      if (result.success) return undefined;
      const [issue] = result.error.issues;
      const message = `${issue.path.join(".") || "the request"}: ${issue.message}`;
      return context.json({ code: "bad-request", message }, 400);
    },
  });
  app.notFound((context) => context.json({ code: "not-found", message: "there is nothing at this address" }, 404));
  app.onError((error, context) => {
    const { status, body, unexpected } = rejectionFor(error);
    if (unexpected) log("error", { path: context.req.path, message: error.message, stack: error.stack });
    return context.json(body, status);
  });
  return app;
}
