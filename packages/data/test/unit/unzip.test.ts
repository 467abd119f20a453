import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { unzip } from "../../src/formats/zip/unzip.ts";

const text = (words: string) => new TextEncoder().encode(words);
const all = (bytes: Uint8Array) => unzip("readTable", "a.zip", bytes, () => true);

/** The archive with another size for its first file in the list at its end (APPNOTE.TXT, 4.3.12: 24 bytes in). */
function claiming(archive: Uint8Array, size: number): Uint8Array {
  const changed = archive.slice();
  const view = new DataView(changed.buffer);
  let at = 0;
  while (view.getUint32(at, true) !== 0x02014b50) at++;
  view.setUint32(at + 24, size, true);
  return changed;
}

describe("an archive", () => {
  const archive = zipSync({ "a.txt": text("cat ".repeat(1000)), "b.txt": text("dog") });

  test("gives its files", () => {
    expect([...all(archive).keys()]).toEqual(["a.txt", "b.txt"]);
    expect(all(archive).get("b.txt")).toEqual(text("dog"));
  });

  test("of Finder or Explorer with letters outside of ASCII was rejected as damaged", () => {
    const unflagged = (archive: Uint8Array, name: number[]) => {
      const changed = Buffer.from(archive);
      const written = Buffer.from("n".repeat(name.length));
      for (let at = changed.indexOf(written); at >= 0; at = changed.indexOf(written)) changed.set(name, at);
      return new Uint8Array(changed);
    };
    const utf8 = [...text("Müller0.txt")];
    const cp437 = [0x4d, 0x81, 0x6c, 0x6c, 0x65, 0x72]; // Müller
    for (const [name, path] of [
      [utf8, "Müller0.txt"],
      [cp437, "Müller"],
    ] as const) {
      const packed = zipSync({ ["n".repeat(name.length)]: text("cat") });
      expect([...all(unflagged(packed, name))]).toEqual([[path, text("cat")]]);
    }
    expect([...all(zipSync({ "Müller.txt": text("cat") })).keys()]).toEqual(["Müller.txt"]);
  });

  test("with a wrong checksum is rejected", () => {
    const packed = Buffer.from(zipSync({ "a.txt": text("dog") }, { level: 0 }));
    packed.set(text("cat"), packed.indexOf("dog"));
    expect(() => all(new Uint8Array(packed))).toThrow(/must be a whole ZIP archive, but it is damaged/);
  });

  test("may unpack to one gibibyte and no more", () => {
    expect(() => all(claiming(archive, 2 ** 30 + 1))).toThrow(
      expect.objectContaining({
        code: "does-not-fit",
        message: expect.stringMatching(/at most 1073741824 bytes, got 1073741828/),
      }),
    );
  });

  test("that claims to be smaller than it is gets no more memory than it claims, and is rejected as damaged", () => {
    expect(() => all(claiming(archive, 10))).toThrow(/must be a whole ZIP archive, but it is damaged/);
  });
});
