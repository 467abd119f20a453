// Errors of all layers become HTTP here and nowhere else: a status, a code and one sentence, never a stack trace.

import { XpalError } from "@xpal/core";
import { StoreError } from "@xpal/store";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Rejection } from "../../protocol/messages.ts";
import { StudioError } from "../studio-error.ts";

const STATUS: Record<string, ContentfulStatusCode> = {
  "bad-argument": 400,
  "bad-state": 409,
  incomplete: 409,
  "bad-request": 400,
  "not-found": 404,
  conflict: 409,
  stale: 409,
  cancelled: 409,
  login: 401,
  role: 403,
  "too-many": 429,
  "agree-download": 409,
  agree: 409,
  "does-not-fit": 413,
  "too-large": 413,
  full: 507,
  locked: 503,
  closed: 503,
  unreachable: 503,
};

/** Status and body for an error. */
export function rejectionFor(error: unknown): { status: ContentfulStatusCode; body: Rejection; unexpected: boolean } {
  if (isDiskFull(error)) {
    const message = "the server's disk is full; free some space on it and try again";
    return { status: 507, body: { code: "full", message }, unexpected: false };
  }
  if (error instanceof StudioError || error instanceof StoreError || error instanceof XpalError) {
    const status = STATUS[error.code] ?? 500;
    // Which function of the store rejected is of no use to the person at the page.
    const message = error instanceof StoreError ? error.message.slice(`${error.who}: `.length) : error.message;
    return { status, body: { code: error.code, message }, unexpected: status === 500 };
  }
  // The framework's own, such as a body that is not JSON.
  if (error instanceof HTTPException && error.status < 500) {
    return { status: error.status, body: { code: "bad-request", message: error.message }, unexpected: false };
  }
  const body = { code: "failed", message: "the studio could not do this; its log says why" };
  return { status: 500, body, unexpected: true };
}

/** Whatever was being written: an upload, or the images of one, which another process unpacks. */
function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(String((error as { code?: unknown } | null)?.code));
}
