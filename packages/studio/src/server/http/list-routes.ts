// The list of projects: see, begin a demo, remove.
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { catalogue } from "@xpal/data";
import type { Store } from "@xpal/store";
import { demoSchema, listedProjectSchema } from "../../protocol/messages.ts";
import { OWNER, worksOn } from "../accounts/person.ts";
import { createDemo } from "../projects/create-project.ts";
import type { OpenProjects } from "../projects/open-projects.ts";
import { ProjectList } from "../projects/project-list.ts";
import { projectParams, reading, writing } from "./api-route.ts";

const DEMOS = catalogue
  .filter(({ source }) => source === "bundled")
  .map(({ name, shortTitle, rows }) => ({ name, title: shortTitle, itemCount: rows }));

/** Adds the routes of the list to the server. */
export function listRoutes(app: OpenAPIHono, openProjects: OpenProjects, store: Store, clock: () => Date): void {
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
    reading("/api/demos", "The data sets that a demo can be begun with", { answer: z.array(demoSchema) }),
    (context) => context.json(DEMOS, 200),
  );
  app.openapi(
    writing("/api/demos", "A project from a bundled data set", {
      body: z.object({ name: z.enum(DEMOS.map(({ name }) => name)) }),
      answer: z.object({ project: z.string() }),
    }),
    async (context) => {
      const project = await createDemo(store, clock, context.req.valid("json").name);
      return context.json({ project: project.id }, 200);
    },
  );
  app.openapi(
    createRoute({
      method: "delete",
      path: "/api/projects/{project}",
      summary: "Removes a project with all its answers",
      request: { params: projectParams },
      responses: { 200: { content: { "application/json": { schema: z.object({}) } }, description: "Removed" } },
    }),
    async (context) => {
      const { project } = context.req.valid("param");
      await openProjects.leave(project);
      await store.projects.remove(project);
      return context.json({}, 200);
    },
  );
}
