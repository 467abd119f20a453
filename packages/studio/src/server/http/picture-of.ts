// A picture of a project: one that was uploaded with it, or one in the folder that the project was made from.
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { imagePath } from "@xpal/data";
import type { Store } from "@xpal/store";
import type { OpenProject } from "../projects/open-project.ts";
import { StudioError } from "../studio-error.ts";

/** Only pictures that cannot carry scripts. */
const TYPES: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".bmp": "image/bmp",
  ".avif": "image/avif",
};

/** Bytes and type; a path that leaves the folder, also by a link, is refused. */
export async function pictureOf(
  store: Store,
  project: string,
  openProject: OpenProject,
  name: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const type = TYPES[extname(name).toLowerCase()];
  if (type === undefined) throw new StudioError("not-found", "that is no picture this page shows");
  const uploaded = await store.files.get(project, `pictures/${name}`);
  if (uploaded !== undefined) return { bytes: uploaded, type };
  if (openProject.about.folder === null) throw new StudioError("not-found", "there is no such picture");
  return { bytes: await readFile(await imagePath(openProject.about.folder, name)), type };
}
