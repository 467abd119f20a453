// Where downloads are kept unless the caller says otherwise: the system's cache folder.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder for downloads: XPAL_CACHE, or "xpal" in the user's cache folder. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const { XPAL_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  if (XPAL_CACHE) return XPAL_CACHE;
  return join(XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), ".cache"), "xpal");
}
