// The doors through which stored files are opened: what the packages export and the command as built. Whoever moves a
// package changes this file, and none of the tests beside it.
import { fileURLToPath } from "node:url";

export * as data from "@xpal/data";
export * as lab from "@xpal/lab";
export * as store from "@xpal/store";
export * as studio from "@xpal/studio";
export * as core from "xpal";

/** The built command. */
export const MAIN = fileURLToPath(new URL("../../packages/cli/dist/main.js", import.meta.url));
