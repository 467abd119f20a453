import { StudioError } from "../studio-error.ts";

/** Only pictures that cannot carry scripts. */
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
 * The media type of a picture by its name.
 * @throws StudioError if the page shows no such files.
 */
export function pictureType(name: string): string {
  const type = TYPES[/\.[^./\\]+$/.exec(name)?.[0].toLowerCase() ?? ""];
  if (type === undefined) throw new StudioError("not-found", "this file is not a picture that the page can show");
  return type;
}
