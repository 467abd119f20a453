// The classes that are known and those that a file holds. Journals and settings of earlier versions call a class 1 whose cells
// say 1.0, since they read labels as numbers.
import { labelText } from "@xpal/data";

/** All classes: a found one that is the same number as a known one which is never spelt so in the file is that one. */
export function withFound(known: readonly string[], found: Iterable<string>): string[] {
  const spellings = new Set(found);
  const unspelt = known.filter((name) => !spellings.has(name));
  const others = [...spellings].filter((name) => classOf(name, unspelt) === name);
  return [...new Set([...known, ...others])];
}

/** The class that a name means: itself, or the only class that is the same number. */
export function classOf(name: string, classes: readonly string[]): string {
  return labelText({ name: "class", type: "text", values: [name] }, 0, classes) ?? name;
}
