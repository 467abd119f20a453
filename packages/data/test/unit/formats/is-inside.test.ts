import { posix, win32 } from "node:path";
import { describe, expect, test } from "vitest";
import { isInside } from "../../../src/formats/folder/is-inside.ts";

describe("what lies inside of a folder", () => {
  test.each([
    [posix, "/data", "/data/a.png", true],
    [posix, "/data", "/data/in/a.png", true],
    [posix, "/data", "/data", false],
    [posix, "/data", "/database/a.png", false],
    [posix, "/data", "/data/../etc/passwd", false],
    [posix, "/data", "/data/..a.png", true], // two dots are the beginning of a name here
    [win32, "C:\\data", "C:\\data\\a.png", true],
    [win32, "C:\\data", "C:/data/in/a.png", true],
    [win32, "C:\\data", "c:\\DATA\\a.png", true], // Windows does not tell capitals apart
    [win32, "C:\\data", "C:\\data\\..\\secret.png", false],
    [win32, "C:\\data", "D:\\data\\a.png", false],
    [win32, "C:\\data", "\\\\server\\share\\a.png", false],
    [win32, "C:\\", "C:\\a.png", true],
  ])("by the rules of a system: %o, %s, %s", (rules, folder, path, inside) => {
    expect(isInside(folder, path, rules)).toBe(inside);
  });
});
