// What answers the page: the studio's own routes and projects, over the browser's storage instead of a database.

import "../web/ui/no-eval.ts";
import "./random-ids.ts";
import { Imports } from "../server/exchange/imports.ts";
import { apiApp } from "../server/http/api-app.ts";
import { exportRoutes } from "../server/http/export-routes.ts";
import { imageType } from "../server/http/image-type.ts";
import { importRoutes } from "../server/http/import-routes.ts";
import { listRoutes } from "../server/http/list-routes.ts";
import { type ImageOf, projectRoutes } from "../server/http/project-routes.ts";
import { rejectionFor } from "../server/http/rejection.ts";
import { OpenProjects } from "../server/projects/open-projects.ts";
import { StudioError } from "../server/studio-error.ts";
import { memoryUploads } from "./memory-uploads.ts";
import { serveFetch } from "./message-fetch.ts";
import { pageDemos } from "./page-demos.ts";
import { openPageStore } from "./page-store.ts";
import { startImport } from "./start-import.ts";
import { startScoring } from "./start-scoring.ts";

/** The name of the database; it belongs to the page's origin. */
const STORE = "xpal-lite";

const routes = makeRoutes().catch((error: unknown) => {
  const rejected = apiApp(() => {});
  rejected.all("*", (context) => context.json(rejectionFor(error).body, 403));
  return rejected;
});

serveFetch(self as unknown as Window, async (request) => (await routes).fetch(request));

async function makeRoutes() {
  const store = await openPageStore(indexedDB, STORE);
  const clock = () => new Date();
  const openProjects = new OpenProjects(store, { clock, shared: null }, startScoring);
  const imports = new Imports(store, clock, memoryUploads, startImport);
  const app = apiApp((what, particulars) => console.error(what, particulars));
  listRoutes(app, openProjects, store, clock, pageDemos);
  const imageOf: ImageOf = async (project, _, name) => {
    const type = imageType(name);
    const bytes = await store.files.get(project, `images/${name}`);
    if (bytes === undefined) throw new StudioError("not-found", "there is no such image");
    return { bytes, type };
  };
  projectRoutes(app, openProjects, imageOf, async () => true);
  importRoutes(app, imports, openProjects);
  exportRoutes(app, openProjects, store);
  openProjects.warm();
  return app;
}
