// The classes that are known and those that a file holds. Journals and settings of earlier versions call a class 1 whose cells
// say 1.0, since they read labels as numbers.
import { labelText, sortNames } from "@xpal/data";

/**
 * All classes: those declared in their order, then the others as the order of a file's classes is, so that it stays the same
 * whether an answer is in the journal or in the file. A found one that is the same number as a known one which is never spelt
 * so in the file is that one.
 */
export function withFound(declared: readonly string[], known: Iterable<string>, found: Iterable<string>): string[] {
  const spellings = new Set(found);
  const all = [...new Set([...declared, ...known])];
  const unspelt = all.filter((name) => !spellings.has(name));
  const others = [...spellings].filter((name) => classOf(name, unspelt) === name);
  const listed = new Set(declared);
  return [...declared, ...sortNames([...new Set([...all, ...others])].filter((name) => !listed.has(name)))];
}

/** The class that a name means: itself, or the only class that is the same number. */
export function classOf(name: string, classes: readonly string[]): string {
  return labelText({ name: "class", type: "text", values: [name] }, 0, classes) ?? name;
}
