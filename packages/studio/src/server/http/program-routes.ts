// A program that answers beside the people of a project.
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { programRequestSchema, programSchema } from "../../protocol/program.ts";
import type { Programs } from "../programs/programs.ts";
import { projectParams as params, reading, writing } from "./api-route.ts";

/** Adds the routes of programs to the server. */
export function programRoutes(app: OpenAPIHono, programs: Programs): void {
  app.openapi(
    reading("/api/projects/{project}/program", "What a program has answered; null without one", {
      params,
      answer: programSchema.nullable(),
    }),
    async (context) => context.json(await programs.info(context.req.valid("param").project), 200),
  );
  app.openapi(
    writing("/api/projects/{project}/program", "Lets a program answer; another machine takes a yes that names it", {
      params,
      body: programRequestSchema,
      answer: programSchema,
    }),
    async (context) =>
      context.json(await programs.begin(context.req.valid("param").project, context.req.valid("json")), 200),
  );
  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/projects/{project}/program",
      summary: "Lets a program ask nothing more",
      request: { params },
      responses: { 200: { content: { "application/json": { schema: z.object({}) } }, description: "Stopped" } },
    }),
    async (context) => {
      await programs.stop(context.req.valid("param").project);
      return context.json({}, 200);
    },
  );
}
