// Downloads: labels in a format, the model, the whole project.
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { exportFile } from "../exchange/export-file.ts";
import { projectFile } from "../exchange/project-file.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { downloading, projectParams } from "./api-route.ts";

const FORMULAS = ["keep", "neutralise"] as const;
const params = projectParams;
const described = [
  downloading("/api/projects/{project}/export/{format}", "Answers and predictions in a format", {
    params: params.extend({ format: z.string() }),
    query: z.object({
      all: z.enum(["0", "1"]).optional().openapi({ description: "0 leaves out items without answer" }),
      formulas: z.enum(FORMULAS).optional().openapi({
        description:
          "CSV for a spreadsheet: neutralise puts an apostrophe before text that it would run; keep by default",
      }),
    }),
    type: "application/octet-stream",
  }),
  downloading("/api/projects/{project}/model-file", "The model, for `xpal predict` and the library", {
    params,
    type: "application/json",
  }),
  downloading("/api/projects/{project}/file", "The whole project as one file", { params, type: "application/gzip" }),
];

/** Adds the routes of exports to the server. */
export function exportRoutes(app: OpenAPIHono, openProjects: OpenProjects, store: ProjectStore): void {
  for (const route of described) app.openAPIRegistry.registerPath(route);
  app.get("/api/projects/:project/export/:format", async (context) => {
    const openProject = await openProjects.of(context.req.param("project"));
    const formulas = FORMULAS.find((one) => one === context.req.query("formulas"));
    const answeredOnly = context.req.query("all") === "0";
    const format = context.req.param("format");
    const { name, type, body } = await exportFile(openProject, { format, answeredOnly, formulas });
    return download(context, name, type, body);
  });
  app.get("/api/projects/:project/model-file", async (context) => {
    const openProject = await openProjects.of(context.req.param("project"));
    const model = await openProject.ask("modelFile", null);
    return download(context, `${openProject.fileTitle}.model.json`, "application/json", model);
  });
  app.get("/api/projects/:project/file", async (context) => {
    const id = context.req.param("project");
    const openProject = await openProjects.of(id);
    // The log first: rows that are added meanwhile have their file before the log names it.
    const file = await projectFile(store, id, await openProject.log(0));
    return download(context, `${openProject.fileTitle}.xpal`, "application/gzip", file);
  });
}

function download(context: Context, name: string, type: string, body: string | Uint8Array | ReadableStream): Response {
  const plain = name.replace(/[^\w. -]/g, "_");
  context.header("content-type", type);
  context.header(
    "content-disposition",
    `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  );
  return context.body(body instanceof Uint8Array ? new Uint8Array(body) : body);
}
