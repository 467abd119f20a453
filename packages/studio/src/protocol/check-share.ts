// How many of the questions are checks, by the settings.
import { CHECK_SHARE } from "@xpal/core";
import type { Settings } from "./events.ts";

/** The share of answers that are checks; 1 while only checks are asked. */
export function checkShareOf({ measuring, checkShare = CHECK_SHARE }: Settings): number {
  return measuring === true ? 1 : checkShare;
}
