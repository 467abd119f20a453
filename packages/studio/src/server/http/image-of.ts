// An image of a project: one that was uploaded with it, or one in the folder that the project was made from.
import { readFile } from "node:fs/promises";
import { imagePath, shrinkImage } from "@xpal/data";
import type { OpenProject } from "../projects/open-project.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { StudioError } from "../studio-error.ts";
import { imageType } from "./image-type.ts";

/** Bytes and type; a path that leaves the folder, also by a link, is rejected. */
export async function imageOf(
  store: ProjectStore,
  project: string,
  openProject: OpenProject,
  name: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const type = imageType(name);
  const uploaded = await store.files.get(project, `images/${name}`);
  if (uploaded !== undefined) return shown(uploaded, type);
  if (openProject.about.folder === null) throw new StudioError("not-found", "there is no such image");
  return shown(await readFile(await imagePath(openProject.about.folder, name)), type);
}

/** What a page can show without running out of memory; an image that cannot be read here is left to the browser. */
async function shown(bytes: Uint8Array, type: string): Promise<{ bytes: Uint8Array; type: string }> {
  try {
    const small = await shrinkImage(bytes);
    return small === undefined ? { bytes, type } : { bytes: small, type: "image/webp" };
  } catch (error) {
    if (!/pixel limit/.test((error as Error).message)) return { bytes, type };
    throw new StudioError("not-found", "the image has too many pixels to be shown");
  }
}
