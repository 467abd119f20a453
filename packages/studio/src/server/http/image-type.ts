import { StudioError } from "../studio-error.ts";

/** Only images that cannot carry scripts. */
const TYPES: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".bmp": "image/bmp",
  ".avif": "image/avif",
};

/**
 * The media type of an image by its name.
 * @throws StudioError if the page shows no such files.
 */
export function imageType(name: string): string {
  const type = TYPES[/\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? ""];
  if (type === undefined) throw new StudioError("not-found", "this file is not an image that the page can show");
  return type;
}
