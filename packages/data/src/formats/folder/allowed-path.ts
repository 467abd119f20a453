// What a person at a server may name: only what lies in the folders that were allowed. Neither a path, nor a relative one,
// nor a link leads elsewhere, and nothing tells whether something exists there.
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { checkText, reject } from "@xpal/core/check";
import { isInside } from "./is-inside.ts";

/**
 * The file or folder with all links resolved, if it is or lies in one of the folders; else undefined. A relative path begins
 * at each of the folders.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n");
 * allowedPath("mine.csv", [folder])?.endsWith("mine.csv") // true
 * allowedPath("../elsewhere.csv", [folder]) // undefined
 */
export function allowedPath(path: string, folders: readonly string[]): string | undefined {
  checkText("allowedPath", "path", path);
  if (!Array.isArray(folders)) reject("allowedPath", "folders", "must be a list of folders", folders);
  folders.forEach((folder, i) => {
    checkText("allowedPath", `folders[${i}]`, folder);
  });
  for (const root of folders.map(realPath)) {
    const found = root === undefined ? undefined : realPath(resolve(root, path));
    if (root !== undefined && found !== undefined && (found === root || isInside(root, found))) return found;
  }
  return undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // it does not exist, or has a name that no file can have
  }
}
