// Whether a path lies in a folder, by the rules of the system: drives, and separators of both kinds on Windows.
import system from "node:path";

/** The rules of a system, as `node:path` has them. */
type PathRules = Pick<typeof system, "isAbsolute" | "relative" | "sep">;

/** Whether a whole path lies below a folder; the folder itself does not. Links must have been followed. */
export function isInside(folder: string, path: string, { isAbsolute, relative, sep }: PathRules = system): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
