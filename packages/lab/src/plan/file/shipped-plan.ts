import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The path of a plan that comes with the package, by its name ("learned-kernel"); undefined if the name is unknown.
 * @example shippedPlan("nothing") // undefined
 */
export function shippedPlan(name: string): string | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined;
  const path = fileURLToPath(new URL(`../../studies/${name}.yaml`, import.meta.url)); // the build puts them there
  return existsSync(path) ? path : undefined;
}
