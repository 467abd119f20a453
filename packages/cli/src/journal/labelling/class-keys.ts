// One key per class. A name of one character is its own key, so that pressing 1 never means another class than 1; the
// other classes have those keys among 1 to 9 and then the letters that are no class's name.
import { XpalError } from "@xpal/core";

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
 * @param declared Classes in the order in which somebody has listed them; these get the first keys, in that order.
 * @throws XpalError if there are more classes than keys.
 * @example classKeys(["-1", "0", "1", "none"]) // ["2", "0", "1", "3"]
 */
export function classKeys(classes: readonly string[], declared: readonly string[] = []): string[] {
  const isOwnKey = (name: string) => [...name].length === 1 && !RESERVED.includes(name);
  const spare = SPARE.filter((key) => !classes.includes(key));
  const others = keyOrder(classes, declared).filter((name) => !isOwnKey(name));
  if (others.length > spare.length) {
    throw new XpalError("bad-argument", {
      who: "classKeys",
      argument: "the label column",
      rule: `must have at most ${classes.length - others.length + spare.length} classes to be labelled with one key each`,
      value: classes.length,
      wayOut: "use xpal suggest, and write the labels with a text editor",
    });
  }
  const given = new Map(others.map((name, place) => [name, spare[place]]));
  return classes.map((name) => given.get(name) ?? name);
}

/** The classes in the order in which keys are given out and shown: those declared, then the others. */
export function keyOrder(classes: readonly string[], declared: readonly string[]): string[] {
  const listed = declared.filter((name) => classes.includes(name));
  return [...new Set([...listed, ...classes])];
}
