// An image named in a table lies in the table's folder; a name that leads out of it is not followed.
import { realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";

/** The path of an image file, or null when there is none, or it lies outside the folder. */
export function imagePath(file: string, name: string): string | null {
  try {
    const base = statSync(file).isDirectory() ? file : dirname(resolve(file));
    const folder = realpathSync(base);
    const path = realpathSync(resolve(folder, name));
    return path.startsWith(folder + sep) && statSync(path).isFile() ? path : null;
  } catch {
    return null;
  }
}
