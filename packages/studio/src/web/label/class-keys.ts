// One key per class: the class's own name where all names are one character, or where a digit or letter that is the name of one
// class would be the key of another (-1, 0, 1); else digits, then letters. A key is learned by
// the hand, so a class keeps its key whatever becomes of the others: those that are retired or merged hold theirs, a new
// order moves none, and new classes take what is left.

import type { ClassInfo } from "../../protocol/classes.ts";

const POOL = [..."1234567890qwertyuiopasdfhjklzxcvbnm"]; // g opens the guidelines

/** The key of each class, by id; empty where keys have run out, for classes that are found by typing. */
export type ClassKeys = Readonly<Record<number, string>>;

/** What the keys follow from. */
export interface KeyedClasses {
  /** Every class that there ever was, in the order in which they came. */
  readonly all: readonly Pick<ClassInfo, "id" | "name" | "live">[];
  /** As the project began. */
  readonly began: { readonly classes: readonly string[] };
}

/**
 * The key of each class.
 * @param own Keys that were chosen, by class id.
 */
export function keysById({ all, began }: KeyedClasses, own: Readonly<Record<string, string>> = {}): ClassKeys {
  const keys: Record<number, string> = {};
  const taken = new Set<string>();
  const give = (id: number, key: string | undefined) => {
    if (keys[id] !== undefined || key === undefined || taken.has(key)) return;
    keys[id] = key;
    taken.add(key);
  };
  for (const { id, live } of all) if (live) give(id, own[id]);
  for (const { id } of all) give(id, own[id]); // a class that comes back has its key again
  const isShort = (name: string) => /^[0-9a-z]$/i.test(name);
  const isKeyOfAnother = (name: string, index: number) =>
    isShort(name) &&
    POOL.slice(0, began.classes.length).includes(name.toLowerCase()) &&
    POOL[index] !== name.toLowerCase();
  if (began.classes.every(isShort) || began.classes.some(isKeyOfAnother)) {
    for (const { id, name } of all) {
      const first = began.classes[id] ?? name; // renamed, it keeps its key
      if (isShort(first)) give(id, first.toLowerCase());
    }
  }
  for (const { id } of all)
    give(
      id,
      POOL.find((key) => !taken.has(key)),
    );
  return Object.fromEntries(all.map(({ id }) => [id, keys[id] ?? ""]));
}

/** The class of a key; null where none has it. */
export function classOfKey(keys: ClassKeys, key: string): number | null {
  const found = key === "" ? undefined : Object.entries(keys).find(([, own]) => own === key);
  return found === undefined ? null : Number(found[0]);
}

/** The key of an event as it is written above; the numpad counts as digits. */
export function keyOf(event: KeyboardEvent): string {
  const pad = /^Numpad(\d)$/.exec(event.code);
  return pad ? pad[1] : event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
