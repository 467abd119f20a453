// Where an image lies. Its path comes from a table that anybody may have written, so it must stay inside its folder,
// links followed.
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { reject } from "@xpal/core/check";
import { isInside } from "./is-inside.ts";

/**
 * The file of an image inside a folder.
 * @throws XpalError if the path leads outside the folder, also by a link, or there is no such file.
 * @example (await imagePath(".", "package.json")).endsWith("package.json") // true
 */
export async function imagePath(folder: string, image: string): Promise<string> {
  const root = await realpath(folder).catch(() => reject("imagePath", "folder", "must exist", folder));
  const wanted = resolve(root, image.replaceAll("\\", "/"));
  if (image.includes("\0") || !isInside(root, wanted)) rejectOutside(image);
  const real = await realpath(wanted).catch(() => reject("imagePath", "image", "must be a file of the folder", image));
  if (!isInside(root, real)) rejectOutside(image);
  return real;
}

function rejectOutside(image: string): never {
  reject("imagePath", "image", "must lie inside the image folder", image);
}
