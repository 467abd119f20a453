// A picture of a project: one that was uploaded with it, or one in the folder that the project was made from.
import { readFile } from "node:fs/promises";
import { imagePath, shrinkPicture } from "@xpal/data";
import type { OpenProject } from "../projects/open-project.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { StudioError } from "../studio-error.ts";
import { pictureType } from "./picture-type.ts";

/** Bytes and type; a path that leaves the folder, also by a link, is refused. */
export async function pictureOf(
  store: ProjectStore,
  project: string,
  openProject: OpenProject,
  name: string,
): Promise<{ bytes: Uint8Array; type: string }> {
  const type = pictureType(name);
  const uploaded = await store.files.get(project, `pictures/${name}`);
  if (uploaded !== undefined) return shown(uploaded, type);
  if (openProject.about.folder === null) throw new StudioError("not-found", "there is no such picture");
  return shown(await readFile(await imagePath(openProject.about.folder, name)), type);
}

/** What a page can show without running out of memory; a picture that cannot be read here is left to the browser. */
async function shown(bytes: Uint8Array, type: string): Promise<{ bytes: Uint8Array; type: string }> {
  try {
    const small = await shrinkPicture(bytes);
    return small === undefined ? { bytes, type } : { bytes: small, type: "image/webp" };
  } catch (error) {
    if (!/pixel limit/.test((error as Error).message)) return { bytes, type };
    throw new StudioError("not-found", "the picture has too many pixels to be shown");
  }
}
