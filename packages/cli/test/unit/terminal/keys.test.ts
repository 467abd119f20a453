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
  test.each([
    ["A\u001b[D", ["A", "\u001b[D"]],
    ["\u001b[1;5CB", ["\u001b[1;5C", "B"]],
    ["\u001bOPü\u001b\u001b[A", ["\u001bOP", "ü", "\u001b", "\u001b[A"]],
  ])("took the letters of an arrow key for keys behind another key: %j", async (text, keys) => {
    const { stream, write, end } = input(true);
    write(text);
    end();
    expect(await read(keysOf(stream))).toEqual(keys);
  });
  test("answered a row that was not shown yet, with what was pressed before", async () => {
    const { stream, write } = input(true);
    const keys = keysOf(stream);
    write("ab");
    await keys.discard(); // before the first row too
    write("cd");
    const pressed: string[] = [];
    for await (const key of keys) {
      pressed.push(key);
      if (pressed.length === 2) break;
      write("e");
      await keys.discard();
      write("f");
    }
    expect(pressed).toEqual(["c", "f"]);
  });
  test("of a pipe stay", async () => {
    const { stream, write, end } = input(false);
    const keys = keysOf(stream);
    write("ab");
    end();
    await keys.discard();
    expect(await read(keys)).toEqual(["a", "b"]);
  });
});
