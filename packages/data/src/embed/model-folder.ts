// The folder of a model by what a person typed. A person at a server may be allowed some folders only.
import { existsSync, statSync } from "node:fs";
import { reject } from "@xpal/core/check";
import { allowedPath } from "../formats/folder/allowed-path.ts";

/** The folder; undefined if no folder has this name. `allowed` may be or hold it; any folder where it is left out. */
export function modelFolder(model: string, allowed: readonly string[] | undefined): string | undefined {
  if (allowed === undefined) {
    if (!existsSync(model)) return undefined;
    if (!statSync(model).isDirectory()) reject("embed", model, "must be the folder of a model, not a file");
    return model;
  }
  return allowed
    .map((folder) => allowedPath(model, [folder]))
    .find((found) => found !== undefined && statSync(found).isDirectory());
}
