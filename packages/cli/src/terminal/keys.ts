// Key presses: one by one from a terminal in raw mode, or character by character from a pipe.
import { setImmediate } from "node:timers/promises";
import type { ReadStream } from "node:tty";

/** Keys as they come; it ends when the input does. */
export interface Keys extends AsyncIterable<string> {
  /** Whether a person presses them. */
  readonly isTerminal: boolean;
  /** Drops what a person has pressed up to now, before what is shown next could be read; keys of a pipe stay. */
  discard(): Promise<void>;
}

/**
 * The keys of a stream. A terminal is in raw mode only while a key is waited for: in between Ctrl-C is a signal and ends
 * even a long computation at once.
 */
export function keysOf(input: ReadStream | NodeJS.ReadStream): Keys {
  const isTerminal = input.isTTY === true;
  let left: string[] = [];
  return {
    isTerminal,
    async discard() {
      if (!isTerminal || input.destroyed) return;
      left = [];
      // What was pressed out of raw mode waits in the system for a line end, and is handed over in raw mode.
      input.setRawMode(true);
      for (let turn = 0; turn < HAND_OVER; turn++) {
        input.read(0); // begins to read, if nobody does yet
        await setImmediate();
        while (input.read() !== null);
      }
    },
    async *[Symbol.asyncIterator]() {
      input.setEncoding("utf8");
      const chunks = input[Symbol.asyncIterator]();
      try {
        for (;;) {
          const key = left.shift();
          if (key !== undefined) {
            yield key;
            continue;
          }
          if (isTerminal) input.setRawMode(true);
          const { done, value } = await chunks.next();
          if (isTerminal) input.setRawMode(false);
          if (done === true) return;
          left = pressed(String(value), isTerminal);
        }
      } finally {
        if (isTerminal) input.setRawMode(false);
        input.destroy();
      }
    },
  };
}

/** Turns of the event loop in which waiting keys are handed over; the first one asks the system for them. */
const HAND_OVER = 3;

/**
 * What a terminal sends for one key: an escape sequence (an arrow key, a function key, Alt and a letter), or a character.
 * Sequences as in ECMA-48, 5.4: a CSI, parameters, intermediate bytes and a final byte.
 */
const ESCAPE = "\u001b";
const KEY = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]?|O[ -~]?|[^${ESCAPE}])?|.`, "gsu");

/** One string per key. */
function pressed(chunk: string, isTerminal: boolean): string[] {
  if (isTerminal) return chunk.match(KEY) ?? [];
  return [...chunk].filter((key) => key !== "\n" && key !== "\r");
}
