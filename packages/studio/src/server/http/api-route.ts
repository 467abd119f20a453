// The shape that all routes share in the OpenAPI document.
import { createRoute, z } from "@hono/zod-openapi";
import { rejectionSchema } from "../../protocol/messages.ts";
import type { Person } from "../accounts/person.ts";

declare module "hono" {
  interface ContextVariableMap {
    /** Who makes the request; null before the log-in. */
    person: Person | null;
    /** What a deed was done to, for the audit trail, where the path does not say it. */
    about: string;
  }
}

const json = <S extends z.ZodType>(schema: S, description: string) => ({
  content: { "application/json": { schema } },
  description,
});

const rejections = {
  400: json(rejectionSchema, "The request is not valid"),
  401: json(rejectionSchema, "Not logged in"),
  403: json(rejectionSchema, "Not allowed for this role, or sent from another page"),
  404: json(rejectionSchema, "Not found"),
  409: json(rejectionSchema, "In conflict with a change made in the meantime"),
  413: json(rejectionSchema, "Too large"),
  429: json(rejectionSchema, "Too many requests"),
};

/** A route that answers with JSON. */
export function reading<P extends string, A extends z.ZodType, Q extends z.ZodObject, R extends z.ZodObject>(
  path: P,
  summary: string,
  parts: { params?: R; query?: Q; answer: A },
) {
  return createRoute({
    method: "get",
    path,
    summary,
    request: { params: parts.params as R, query: parts.query as Q },
    responses: { 200: json(parts.answer, summary), ...rejections },
  });
}

/** A route that takes JSON and answers with JSON. */
export function writing<P extends string, B extends z.ZodType, A extends z.ZodType, R extends z.ZodObject>(
  path: P,
  summary: string,
  parts: { params?: R; body: B; answer: A },
) {
  return createRoute({
    method: "post",
    path,
    summary,
    request: {
      params: parts.params as R,
      body: { content: { "application/json": { schema: parts.body } }, required: true },
    },
    responses: { 200: json(parts.answer, summary), ...rejections },
  });
}

/** A route that answers with a file; described for the document, since its answer is not JSON. */
export function downloading(
  path: string,
  summary: string,
  parts: { params: z.ZodObject; query?: z.ZodObject; type: string },
) {
  return {
    method: "get" as const,
    path,
    summary,
    request: { params: parts.params, ...(parts.query === undefined ? {} : { query: parts.query }) },
    responses: { 200: { description: summary, content: { [parts.type]: { schema: z.any() } } }, ...rejections },
  };
}

/** The id of a project in an address. */
export const projectParams = z.object({ project: z.string().min(1).max(64) });

/** A whole number in a query. */
export const numberQuery = z.coerce.number().int().min(0);
