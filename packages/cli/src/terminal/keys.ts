// Key presses: one by one from a terminal in raw mode, or character by character from a pipe.
import type { ReadStream } from "node:tty";

/** Keys as they come; it ends when the input does. */
export interface Keys extends AsyncIterable<string> {
  /** Whether a person presses them. */
  readonly isTerminal: boolean;
}

/** The keys of a stream. While they are read, a terminal is in raw mode; leaving the loop ends that. */
export function keysOf(input: ReadStream | NodeJS.ReadStream): Keys {
  const isTerminal = input.isTTY === true;
  return {
    isTerminal,
    async *[Symbol.asyncIterator]() {
      if (isTerminal) input.setRawMode(true);
      input.setEncoding("utf8");
      try {
        for await (const chunk of input) yield* pressed(String(chunk), isTerminal);
      } finally {
        if (isTerminal) input.setRawMode(false);
        input.pause();
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
