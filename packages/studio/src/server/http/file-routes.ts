// Import a file of the server's machine by its name.
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { serverFilesSchema } from "../../protocol/server-files.ts";
import type { Imports } from "../exchange/imports.ts";
import { listServerFiles, type OpenFolders, serverFile } from "../exchange/server-files.ts";
import { reading, writing } from "./api-route.ts";

/** Adds the routes of the server's files. */
export function fileRoutes(app: OpenAPIHono, imports: Imports, open: OpenFolders): void {
  app.openapi(
    reading("/api/files", "Folders whose files can be imported by name, and what lies in them", {
      answer: serverFilesSchema,
    }),
    async (context) => context.json({ folders: [...open.folders], files: await listServerFiles(open) }, 200),
  );
  app.openapi(
    writing("/api/files", "Reads a file of the server's machine, without an upload", {
      body: z.object({ path: z.string().min(1).max(4096), id: z.uuid().optional() }),
      answer: z.object({ import: z.string().optional(), project: z.string().optional() }),
    }),
    async (context) => {
      const { path: given, id } = context.req.valid("json");
      const { path, folder } = await serverFile(given, open);
      context.set("about", path);
      return context.json(await imports.local(path, folder, context.req.raw.signal, id), 200);
    },
  );
}
