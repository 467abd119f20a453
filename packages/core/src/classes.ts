// The declared classes: what an answer can be. Inside, a class is its position in this list.
import { reject } from "./check.ts";

/** A class as people name it. */
export type ClassName = string | number;

/** Rejects fewer than two classes, a class twice, and names that are neither text nor a finite number. */
export function checkClasses(who: string, classes: unknown): readonly ClassName[] {
  if (!Array.isArray(classes)) reject(who, "classes", "must be a list of class names", classes);
  if (classes.length < 2) reject(who, "classes", "must have at least two classes", classes.length);
  for (const [i, name] of classes.entries()) {
    const usable = (typeof name === "string" && name !== "") || Number.isFinite(name);
    if (!usable) reject(who, `classes[${i}]`, "must be a string that is not empty, or a finite number", name);
    if (classes.indexOf(name) !== i) reject(who, `classes[${i}]`, "must not occur twice", name);
  }
  return [...classes];
}

/** The position of a class in the declared list. */
export function classIndex(who: string, argument: string, classes: readonly ClassName[], name: unknown): number {
  const index = classes.indexOf(name as ClassName);
  if (index < 0) {
    reject(who, argument, `must be one of the declared classes ${listed(classes)}`, name);
  }
  return index;
}

function listed(classes: readonly ClassName[]): string {
  const shown = classes.slice(0, 12).map((name) => JSON.stringify(name));
  return classes.length > 12 ? `${shown.join(", ")}, …` : shown.join(", ");
}
