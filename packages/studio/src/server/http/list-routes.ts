// The list of projects: see, begin a demo, remove, restore.
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { binnedProjectSchema, demoSchema, listedProjectSchema } from "../../protocol/messages.ts";
import { OWNER, worksOn } from "../accounts/person.ts";
import { createDemo, type Demos } from "../projects/demos.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { ProjectList } from "../projects/project-list.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { projectParams, reading, writing } from "./api-route.ts";

/** Adds the routes of the list to the server. */
export function listRoutes(
  app: OpenAPIHono,
  openProjects: OpenProjects,
  store: ProjectStore,
  clock: () => Date,
  demos: Demos,
  onImport: (project: string) => Promise<void> = async () => {},
): void {
  const list = new ProjectList(store);
  app.openapi(
    reading("/api/projects", "All projects, the last used first", { answer: z.array(listedProjectSchema) }),
    async (context) => {
      const person = context.get("person") ?? OWNER;
      const own = (await list.read()).filter(({ id }) => worksOn(person, id));
      return context.json(own, 200);
    },
  );
  app.openapi(
    reading("/api/demos", "The datasets that a demo can be begun with", { answer: z.array(demoSchema) }),
    (context) => context.json([...demos.list], 200),
  );
  app.openapi(
    writing("/api/demos", "A project from a bundled dataset", {
      body: z.object({ name: z.enum(demos.list.map(({ name }) => name)) }),
      answer: z.object({ project: z.string() }),
    }),
    async (context) => {
      const project = await createDemo(store, clock, demos, context.req.valid("json").name);
      await onImport(project.id);
      context.set("about", project.id);
      return context.json({ project: project.id }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/projects/{project}",
      summary: "Puts a project into the bin",
      request: { params: projectParams },
      responses: { 200: { content: { "application/json": { schema: z.object({}) } }, description: "Removed" } },
    }),
    async (context) => {
      const { project } = context.req.valid("param");
      context.set("about", (await store.projects.get(project))?.title ?? project); // later nobody knows its name
      await openProjects.remove(project);
      return context.json({}, 200);
    },
  );
  app.openapi(
    reading("/api/bin", "The projects that were removed in the last 30 days", { answer: z.array(binnedProjectSchema) }),
    async (context) => {
      await openProjects.emptyBin();
      return context.json(await list.bin(), 200);
    },
  );
  app.openapi(
    writing("/api/bin/{project}", "Takes a project out of the bin", {
      params: projectParams,
      body: z.object({}),
      answer: z.object({ project: z.string() }),
    }),
    async (context) => {
      const { project } = context.req.valid("param");
      await openProjects.restore(project);
      return context.json({ project }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/bin/{project}",
      summary: "Removes a project of the bin for good, with all its answers",
      request: { params: projectParams },
      responses: { 200: { content: { "application/json": { schema: z.object({}) } }, description: "Removed" } },
    }),
    async (context) => {
      const { project } = context.req.valid("param");
      const binned = (await store.projects.binned()).find(({ id }) => id === project);
      context.set("about", binned?.title ?? project);
      await openProjects.removeFromBin(project);
      return context.json({}, 200);
    },
  );
}
