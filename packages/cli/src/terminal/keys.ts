// Key presses: one by one from a terminal in raw mode, or character by character from a pipe.
import type { ReadStream } from "node:tty";

/** Keys as they come; it ends when the input does. */
export interface Keys extends AsyncIterable<string> {
  /** Whether a person presses them. */
  readonly isTerminal: boolean;
}

/**
 * The keys of a stream. A terminal is in raw mode only while a key is waited for: in between Ctrl-C is a signal and ends
 * even a long computation at once.
 */
export function keysOf(input: ReadStream | NodeJS.ReadStream): Keys {
  const isTerminal = input.isTTY === true;
  return {
    isTerminal,
    async *[Symbol.asyncIterator]() {
      input.setEncoding("utf8");
      const chunks = input[Symbol.asyncIterator]();
      try {
        for (;;) {
          if (isTerminal) input.setRawMode(true);
          const { done, value } = await chunks.next();
          if (isTerminal) input.setRawMode(false);
          if (done === true) return;
          yield* pressed(String(value), isTerminal);
        }
      } finally {
        if (isTerminal) input.setRawMode(false);
        input.destroy();
      }
    },
  };
}

/** One string per key. From a terminal an escape sequence (an arrow key, say) comes as one chunk and is one key. */
function pressed(chunk: string, isTerminal: boolean): string[] {
  if (isTerminal && chunk.startsWith("\u001b")) return [chunk];
  const keys = [...chunk];
  return isTerminal ? keys : keys.filter((key) => key !== "\n" && key !== "\r");
}
