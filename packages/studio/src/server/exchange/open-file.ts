// `xpal studio FILE`: go on with the project that was made of this file, or begin its import.
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Store } from "@xpal/store";
import { projectAboutSchema } from "../projects/project-about.ts";
import type { Imports } from "./imports.ts";

/** The page to begin with. */
export async function openFile(store: Store, imports: Imports, file: string): Promise<string> {
  const path = resolve(file);
  for (const { id, about } of await store.projects.list()) {
    const known = projectAboutSchema.safeParse(about);
    if (known.success && known.data.source === path) return `/p/${id}`;
  }
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const brought = await imports.local(path, isFolder ? path : dirname(path));
  return "project" in brought ? `/p/${brought.project}` : `/import/${brought.import}`;
}
