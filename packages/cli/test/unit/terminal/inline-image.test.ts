import { describe, expect, test } from "vitest";
import { imageProtocolOf, inlineImage } from "../../../src/terminal/inline-image.ts";

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);

describe("inlineImage", () => {
  test("is chosen by what the terminal says of itself", () => {
    expect(imageProtocolOf({ TERM_PROGRAM: "iTerm.app" })).toBe("iterm");
    expect(imageProtocolOf({ KITTY_WINDOW_ID: "1" })).toBe("kitty");
    expect(imageProtocolOf({ TERM: "xterm-256color" })).toBeNull();
  });
  test("carries the whole file, in pieces where the protocol wants them", () => {
    const large = new Uint8Array(10_000).fill(7);
    large.set(png);
    const drawn = inlineImage(large, "kitty") ?? "";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol is made of them
    const pieces = [...drawn.matchAll(/\u001b_G([^;]*);([^\u001b]*)\u001b\\/g)];
    expect(pieces.map(([, head]) => head.slice(-3))).toEqual([...pieces.slice(1).map(() => "m=1"), "m=0"]);
    expect(Buffer.from(pieces.map(([, , body]) => body).join(""), "base64")).toEqual(Buffer.from(large));
  });
  test("leaves alone what the protocol cannot show", () => {
    expect(inlineImage(Uint8Array.of(0xff, 0xd8, 1), "kitty")).toBeNull();
    expect(inlineImage(Uint8Array.of(0xff, 0xd8, 1), "iterm")).toContain(
      Buffer.from([0xff, 0xd8, 1]).toString("base64"),
    );
  });
});
