// The order of classes and categories: it must not depend on the file they come from, and ties go to the lower class.
import { reject } from "@xpal/core/check";
import { classNumber } from "./class-number.ts";

/**
 * Names in order: whole numbers by value if all are, however they are written (1.0, +1), else by their code units.
 * @example sortNames(["10", "9", "-1"]) // ["-1", "9", "10"]
 */
export function sortNames(names: readonly string[]): string[] {
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string"))
    reject("sortNames", "names", "must be a list of texts", names);
  const values = new Map(names.map((name) => [name, wholeNumber(name)]));
  const whole = names.every((name) => !Number.isNaN(values.get(name)));
  const place = (name: string) => values.get(name) as number;
  return [...names].sort((a, b) => (whole ? place(a) - place(b) : 0) || (a < b ? -1 : a > b ? 1 : 0));
}

/** The value of a whole number; NaN for any other name. */
function wholeNumber(name: string): number {
  const value = /^-?\d{1,15}$/.test(name) ? Number(name) : classNumber(name); // codes may have zeros in front
  return Number.isSafeInteger(value) ? value : Number.NaN;
}
