import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { keysOf } from "../../../src/terminal/keys.ts";

/** A stream with the two members that tell a terminal. */
function input(isTTY: boolean) {
  const modes: boolean[] = [];
  const stream = Object.assign(new PassThrough(), { isTTY, setRawMode: (mode: boolean) => modes.push(mode) });
  return {
    stream: stream as unknown as NodeJS.ReadStream,
    write: (text: string) => stream.write(text),
    end: () => stream.end(),
    modes,
  };
}

async function read(keys: AsyncIterable<string>): Promise<string[]> {
  const pressed: string[] = [];
  for await (const key of keys) pressed.push(key);
  return pressed;
}

describe("keysOf", () => {
  test("takes a pipe character by character, line ends left out", async () => {
    const { stream, write, end, modes } = input(false);
    write("1ü\n2\r\n");
    end();
    expect(await read(keysOf(stream))).toEqual(["1", "ü", "2"]);
    expect(modes).toEqual([]);
  });
  test("is in raw mode only while it waits, and takes an arrow key as one", async () => {
    const { stream, write, end, modes } = input(true);
    write("\u001b[A");
    end();
    expect(await read(keysOf(stream))).toEqual(["\u001b[A"]);
    expect(modes.slice(0, 2)).toEqual([true, false]);
    expect(modes[modes.length - 1]).toBe(false);
  });
});
