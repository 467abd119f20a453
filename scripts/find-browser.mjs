// The browser for tests: an installed Chromium or Chrome. Tests that need one say so when none is installed.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of the first browser that is found, by default Chromium or Chrome; undefined if no browser is installed. */
export function findBrowser(names = NAMES) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // not there; the next place may have it
      }
    }
  }
  return undefined;
}
