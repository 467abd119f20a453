// The files of a model in a folder of this machine.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { reject } from "@xpal/core/check";
import type { ModelFiles } from "./model-files.ts";

/** Reads a model's files below a folder. `name` is what recipes find it again by; the folder itself by default. */
export function folderFiles(folder: string, name: string = resolve(folder)): ModelFiles {
  return {
    name,
    read: (path) =>
      readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
        reject("embed", `${path} of the model ${name}`, "must be readable", error.code);
      }),
  };
}
