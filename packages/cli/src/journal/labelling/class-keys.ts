// One key per class. Names of one character are their own keys; otherwise the keys are 1 to 9 and then letters.
import { XpalError } from "xpal";

/** Keys that mean something else. */
export const UNDO = "u";
export const SKIP = "s";
export const QUIT = "q";
export const HELP = "?";

const RESERVED = [UNDO, SKIP, QUIT, HELP, " ", "\r", "\n", "\u0003", "\u0004", "\u007f", "\b"];
const SPARE = [..."123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].filter(
  (key) => !RESERVED.includes(key),
);

/**
 * The key of each class, in the order of the classes.
 * @throws XpalError if there are more classes than keys.
 * @example classKeys(["cat", "dog"]) // ["1", "2"]
 */
export function classKeys(classes: readonly string[]): string[] {
  if (classes.every((name) => [...name].length === 1 && !RESERVED.includes(name))) return [...classes];
  if (classes.length > SPARE.length) {
    throw new XpalError("bad-argument", {
      who: "classKeys",
      argument: "the label column",
      rule: `must have at most ${SPARE.length} classes to be labelled with one key each`,
      value: classes.length,
      wayOut: "use xpal suggest, and write the labels with a text editor",
    });
  }
  return SPARE.slice(0, classes.length);
}
