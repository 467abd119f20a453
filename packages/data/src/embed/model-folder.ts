// The folder of a model by what a person typed. A person at a server may be allowed some folders only: then neither a path,
// nor a relative one, nor a link leads to another, and nothing tells whether another exists.
import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { refuse } from "xpal/check";
import { isInside } from "../formats/folder/is-inside.ts";

/** The folder; undefined if no folder has this name. `allowed` may be or hold it; any folder where it is left out. */
export function modelFolder(model: string, allowed: readonly string[] | undefined): string | undefined {
  if (allowed === undefined) {
    if (!existsSync(model)) return undefined;
    if (!statSync(model).isDirectory()) refuse("embed", model, "must be the folder of a model, not a file");
    return model;
  }
  for (const root of allowed.map(realFolder)) {
    const found = root === undefined ? undefined : realFolder(resolve(root, model));
    if (root !== undefined && found !== undefined && (found === root || isInside(root, found))) return found;
  }
  return undefined;
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined; // no such folder, or a name that no file can have
  }
}
