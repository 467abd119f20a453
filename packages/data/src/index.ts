// The door for Node: all that the browser door offers, with files, folders and OpenML added.
export * from "./browser.ts";
export { bundled } from "./bundled/bundled.ts";
export { imagePath } from "./formats/folder/image-path.ts";
export { cacheFolder } from "./openml/cache-folder.ts";
export { type OpenmlOptions, openml } from "./openml/openml.ts";
export { type PaperSet, paperSets } from "./openml/paper-sets.ts";
export { type ReadOptions, readTable } from "./formats/read-table.ts";
