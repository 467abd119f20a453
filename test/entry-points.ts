// The doors of the packages, as their package.json names them.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));

/** The names that programs import by, such as "@xpal/core/check"; the first door of a package first. */
export const doorNames: readonly string[] = readdirSync(packages).flatMap((folder) => {
  const { name, exports = {} } = JSON.parse(readFileSync(`${packages}${folder}/package.json`, "utf8"));
  return Object.entries(exports)
    .filter(([path, target]) => typeof target === "object" && path !== "./internal") // others: files; what our own packages share
    .map(([path]) => `${name}${path.slice(1)}`);
});

/** What each door exports at run time. */
export async function openDoors(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const opened = doorNames.map(async (name) => [name, await import(/* @vite-ignore */ name)] as const);
  return new Map(await Promise.all(opened));
}
