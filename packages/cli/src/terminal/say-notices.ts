// What the readers noticed, on stderr, so that results stay clean.
import type { Notice } from "@xpal/data";
import { optionWords } from "./option-words.ts";
import { INK, painter } from "./paint.ts";
import type { Terminal } from "./terminal.ts";

const SHOWN = 8;

/** Prints notices, at most a handful, and none twice. */
export function sayNotices({ err }: Terminal, all: readonly Notice[]): void {
  const paint = painter(err.colour);
  const notices = distinct(all);
  for (const message of notices.slice(0, SHOWN)) err.write(`${paint(INK.warn, "note:")} ${message}\n`);
  if (notices.length > SHOWN)
    err.write(`${paint(INK.warn, "note:")} and ${notices.length - SHOWN} more; xpal inspect lists all\n`);
}

/** The sentences of notices, each once: two files, or two readings of one file, may have the same to say. */
export function distinct(notices: readonly Notice[]): string[] {
  return [...new Set(notices.map(({ message }) => optionWords(message)))];
}
