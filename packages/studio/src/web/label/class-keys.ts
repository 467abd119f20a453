// One key per class: the class's own name where all names are one character, or where a digit or letter that is the name of one
// class would be the key of another (-1, 0, 1); else digits, then letters. A key is learned by
// the hand, so a class keeps its key whatever becomes of the others: those that are retired or merged hold theirs, a new
// order moves none, and new classes take what is left.

import type { ClassInfo } from "../../protocol/classes.ts";

const POOL = [..."1234567890qwertyuiopasdfhjklzxcvbnm"]; // g opens the guidelines

/** What the keys follow from. */
export interface KeyedClasses {
  /** Every class that there ever was, by number. */
  readonly all: readonly Pick<ClassInfo, "name" | "live">[];
  /** As the project began. */
  readonly began: { readonly classes: readonly string[] };
}

/**
 * The key of each class, by number; empty where keys have run out, for classes that are found by typing.
 * @param own Keys that were chosen, by class number.
 */
export function keysByNumber({ all, began }: KeyedClasses, own: Readonly<Record<string, string>> = {}): string[] {
  const keys: string[] = all.map(() => "");
  const taken = new Set<string>();
  const give = (number: number, key: string | undefined) => {
    if (keys[number] !== "" || key === undefined || taken.has(key)) return;
    keys[number] = key;
    taken.add(key);
  };
  const numbers = all.map((_, number) => number);
  for (const number of numbers) if (all[number].live) give(number, own[number]);
  for (const number of numbers) give(number, own[number]); // a class that comes back has its key again
  const isShort = (name: string) => /^[0-9a-z]$/i.test(name);
  const isKeyOfAnother = (name: string, number: number) =>
    isShort(name) &&
    POOL.slice(0, began.classes.length).includes(name.toLowerCase()) &&
    POOL[number] !== name.toLowerCase();
  if (began.classes.every(isShort) || began.classes.some(isKeyOfAnother)) {
    // The name that it began with: renamed, it keeps its key.
    const names = all.map(({ name }, number) => began.classes[number] ?? name);
    for (const number of numbers) if (isShort(names[number])) give(number, names[number].toLowerCase());
  }
  for (const number of numbers)
    give(
      number,
      POOL.find((key) => !taken.has(key)),
    );
  return keys;
}

/** The key of an event as it is written above; the numpad counts as digits. */
export function keyOf(event: KeyboardEvent): string {
  const pad = /^Numpad(\d)$/.exec(event.code);
  return pad ? pad[1] : event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
