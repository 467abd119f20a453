// One key per class: the class's own name where that is one character, else digits, then letters.

import type { ClassInfo } from "../../protocol/classes.ts";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];
const LETTERS = [..."qwertyuiopasdfhjklzxcvbnm"];

/** The key of each class; empty where keys have run out, for classes that are found by typing. */
export function classKeys(classes: readonly string[], own: Readonly<Record<string, string>> = {}): string[] {
  const short = classes.every((name) => /^[0-9a-z]$/i.test(name));
  const taken = new Set(Object.values(own));
  const free = (classes.length <= DIGITS.length ? DIGITS : [...DIGITS, ...LETTERS]).filter((key) => !taken.has(key));
  return classes.map((name, at) => {
    const chosen = own[String(at)];
    if (chosen !== undefined) return chosen;
    if (short && !taken.has(name.toLowerCase())) return name.toLowerCase();
    return free.shift() ?? "";
  });
}

/** The keys by class number, given out in the order in which the classes are offered. */
export function keysByNumber(live: readonly ClassInfo[], own: Readonly<Record<string, string>> = {}): string[] {
  const chosen = live.flatMap(({ number }, at) =>
    own[number] === undefined ? [] : [[String(at), own[number]] as const],
  );
  const keys: string[] = [];
  classKeys(
    live.map(({ name }) => name),
    Object.fromEntries(chosen),
  ).forEach((key, at) => {
    keys[live[at].number] = key;
  });
  return Array.from(keys, (key) => key ?? "");
}

/** The key of an event as it is written in `classKeys`; the numpad counts as digits. */
export function keyOf(event: KeyboardEvent): string {
  const pad = /^Numpad(\d)$/.exec(event.code);
  return pad ? pad[1] : event.key.length === 1 ? event.key.toLowerCase() : event.key;
}
