// What every request passes: the right host (against DNS rebinding), security headers, a session for /api, and for
// writes an Origin of our own.
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Sessions } from "./session.ts";

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

/** Refuses what does not come from a page of this server. */
export function guard(sessions: Sessions, port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port()}`);
    if (!hosts.includes(context.req.header("host") ?? ""))
      return refuse(context, 403, "host", "this host is not served");
    if (context.req.path.startsWith("/api/")) {
      if (!sessions.admits(getCookie(context, sessions.cookieName))) {
        return refuse(context, 401, "login", "log in with the address that the program printed");
      }
      const origin = context.req.header("origin");
      const writes = !["GET", "HEAD"].includes(context.req.method);
      if (writes && !hosts.some((host) => origin === `http://${host}`)) {
        return refuse(context, 403, "origin", "writes must come from a page of this server");
      }
      if (
        context.req.method === "POST" &&
        context.req.path !== UPLOADS &&
        !isJson(context.req.header("content-type"))
      ) {
        return refuse(context, 415, "content-type", "the body must be sent as application/json");
      }
    }
    await next();
    protect(context);
  };
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\s*(;|$)/i.test(type ?? "");
}

function refuse(context: Context, status: 401 | 403 | 415, code: string, message: string): Response {
  protect(context);
  return context.json({ code, message }, status);
}

function protect(context: Context): void {
  context.header("content-security-policy", POLICY);
  context.header("x-content-type-options", "nosniff");
  context.header("referrer-policy", "no-referrer");
  context.header("cross-origin-opener-policy", "same-origin");
  context.header("cross-origin-resource-policy", "same-origin");
  if (context.req.path.startsWith("/api/")) context.header("cache-control", "no-store");
}
