// Bring a file, look at it, decide, make it a project.
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { streamSSE } from "hono/streaming";
import { DEFAULT_ANNOTATOR } from "../../protocol/annotator.ts";
import { annotatorSchema } from "../../protocol/events.ts";
import {
  importChoiceSchema,
  importPreviewSchema,
  type Reading,
  readingSchema,
  rowsReportSchema,
} from "../../protocol/import-messages.ts";
import type { ImportProgress } from "../../protocol/import-progress.ts";
import type { Imports } from "../exchange/imports.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { StudioError } from "../studio-error.ts";
import { reading, writing } from "./api-route.ts";

/** How a file is to be read, as a query says it. */
const readingQuery = {
  ...readingSchema.shape,
  header: z.enum(["0", "1"]).optional(),
  download: z.enum(["0", "1"]).optional(),
  /** Words between commas. */
  missing: z.string().max(2000).optional(),
};

const params = z.object({ import: z.string().max(64) });

/** Adds the routes of imports to the server. */
export function importRoutes(app: OpenAPIHono, imports: Imports, openProjects: OpenProjects): void {
  app.openapi(
    createRoute({
      method: "post",
      path: "/api/imports",
      summary: "Uploads a file; the body is the file itself",
      request: { query: z.object({ name: z.string().min(1).max(255), id: z.uuid().optional() }) },
      responses: {
        200: {
          content: {
            "application/json": { schema: z.object({ import: z.string().optional(), project: z.string().optional() }) },
          },
          description: "Where it waits, or the project it is",
        },
      },
    }),
    async (context) => {
      const body = context.req.raw.body;
      if (body === null) throw new StudioError("bad-argument", "the file must not be empty");
      const { name, id } = context.req.valid("query");
      context.set("about", name);
      return context.json(await imports.upload(body, name, context.req.raw.signal, id), 200);
    },
  );
  app.openapi(
    reading("/api/imports/{import}", "What a file would become", {
      params,
      query: z.object({
        label: z.string().max(512).optional(),
        none: z.enum(["1"]).optional(),
        ...readingQuery,
      }),
      answer: importPreviewSchema,
    }),
    async (context) => {
      const { label, none, ...rest } = context.req.valid("query");
      const reading = readingIn(rest);
      const { import: id } = context.req.valid("param");
      return context.json(await imports.preview(id, none === "1" ? null : label, reading), 200);
    },
  );
  app.openapi(
    writing("/api/imports/{import}/project", "Makes it a project", {
      params,
      body: importChoiceSchema,
      answer: z.object({ project: z.string() }),
    }),
    async (context) => {
      const project = await imports.create(context.req.valid("param").import, context.req.valid("json"));
      context.set("about", project.id);
      return context.json({ project: project.id }, 200);
    },
  );
  app.openapi(
    reading("/api/imports/{import}/rows", "What would become of its rows in a project", {
      params,
      query: z.object({ project: z.string().min(1).max(64), ...readingQuery }),
      answer: rowsReportSchema,
    }),
    async (context) => {
      const { project: id, ...rest } = context.req.valid("query");
      const project = await openProjects.of(id);
      const reading = Object.keys(rest).length === 0 ? undefined : readingIn(rest);
      return context.json(await imports.rowsReport(context.req.valid("param").import, project, reading), 200);
    },
  );
  app.openapi(
    writing("/api/imports/{import}/rows", "Adds its rows to a project, and labels for open items if asked to", {
      params,
      body: z.object({
        project: z.string().min(1).max(64),
        labels: z.boolean().optional(),
        by: annotatorSchema.optional(),
        reading: readingSchema.optional(),
      }),
      answer: rowsReportSchema,
    }),
    async (context) => {
      const { project: id, labels = false, by = DEFAULT_ANNOTATOR, reading } = context.req.valid("json");
      const project = await openProjects.of(id);
      context.set("about", id);
      const name = context.get("person")?.name ?? by;
      const { import: from } = context.req.valid("param");
      const report = await imports.addRows(from, project, labels ? name : null, reading);
      return context.json(report, 200);
    },
  );
  app.delete("/api/imports/:import", async (context) => {
    await imports.drop(context.req.param("import"));
    return context.json({});
  });
  app.get("/api/imports/:import/live", (context) =>
    streamSSE(context, async (stream) => {
      await new Promise<void>((done) => {
        const leave = imports.watch(context.req.param("import"), (progress: ImportProgress) => {
          const told = stream.writeSSE({ event: "progress", data: JSON.stringify(progress) });
          if (progress.stage === "ended") void told.then(done);
        });
        stream.onAbort(() => {
          leave();
          done();
        });
      });
    }),
  );
}

function readingIn({ header, download, missing, ...rest }: z.infer<z.ZodObject<typeof readingQuery>>): Reading {
  return {
    ...rest,
    ...(header === undefined ? {} : { header: header === "1" }),
    ...(missing === undefined ? {} : { missing: missing.split(",") }),
    ...(download === undefined ? {} : { download: download === "1" }),
  };
}
