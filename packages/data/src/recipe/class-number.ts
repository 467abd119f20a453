// Classes that are called by numbers. A name stays as it is written, since version 1.10 is not version 1.1; but programs that
// write 1 as 1.0 where cells are missing must not make another class of it.
import { numberUnder, PLAIN } from "../formats/cells/quantity.ts";

/** The number that a name is, with either decimal mark and no thousands separators; NaN if it is not a number, or may be two. */
export function classNumber(name: string): number {
  if (PLAIN["."].test(name)) return numberUnder(name, ".");
  const isComma = PLAIN[","].test(name) && !/,\d{3}$/.test(name); // 1,234 may have a thousands separator
  return isComma ? numberUnder(name, ",") : Number.NaN;
}

/** The only one of the classes that is this number; undefined if no class is, or several are. */
export function classOfNumber(value: number, classes: readonly string[]): string | undefined {
  if (Number.isNaN(value)) return undefined;
  const same = classes.filter((name) => classNumber(name) === value);
  return same.length === 1 ? same[0] : undefined;
}
