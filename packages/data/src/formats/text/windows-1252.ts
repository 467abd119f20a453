// Windows-1252 by a table of our own: the decoder of Node 20.20 and others takes it for Latin-1 unless it decodes in pieces, so
// that 27 letters such as € and ’ become control characters (0484).

/** The bytes 0x80 to 0x9f by the index of the WHATWG Encoding Standard; five of them have no letter. */
const LETTERS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** The letter of each byte. */
export const WINDOWS_1252: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 && byte < 0xa0 ? LETTERS[byte - 0x80] : String.fromCharCode(byte),
);

/**
 * Whether an encoding is this one, by any of its labels: "latin1" and "ascii" are labels of it too.
 * @throws RangeError if no encoding has that label.
 */
export function isWindows1252(encoding: string): boolean {
  return new TextDecoder(encoding).encoding === "windows-1252";
}

/** A text in Windows-1252 as UTF-8, without a string in between. */
export function windows1252ToUtf8(bytes: Uint8Array): Uint8Array {
  const encoder = new TextEncoder();
  const letters = WINDOWS_1252.map((letter) => encoder.encode(letter));
  let length = 0;
  for (const byte of bytes) length += letters[byte].length;
  const utf8 = new Uint8Array(length);
  let at = 0;
  for (const byte of bytes) for (const part of letters[byte]) utf8[at++] = part;
  return utf8;
}
