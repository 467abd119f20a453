// The built page. All files are read when the server starts; a path that is not among them does not exist, so there
// is nothing to traverse.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import type { MiddlewareHandler } from "hono";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".json": "application/json",
};

/** Serves a folder's files; addresses without a dot get the page, which finds its own way. */
export function staticFiles(folder: string): MiddlewareHandler {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  if (existsSync(folder)) collect(folder, "", files);
  return async (context, next) => {
    const path = context.req.path;
    if (context.req.method !== "GET" || path.startsWith("/api/")) return next();
    const found = files.get(path) ?? (path.includes(".") ? undefined : files.get("/index.html"));
    if (found === undefined) return next();
    const name = files.has(path) ? path : "/index.html";
    context.header("content-type", TYPES[extname(name)] ?? "application/octet-stream");
    context.header("cache-control", name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    return context.body(found);
  };
}

function collect(folder: string, path: string, files: Map<string, Uint8Array<ArrayBuffer>>): void {
  for (const name of readdirSync(join(folder, path))) {
    const inner = `${path}/${name}`;
    if (statSync(join(folder, inner)).isDirectory()) collect(folder, inner, files);
    else files.set(inner, new Uint8Array(readFileSync(join(folder, inner))));
  }
}
