// Text to bytes in an encoding of the WHATWG Encoding Standard. The platform only decodes these encodings, so the
// tables are made by decoding every byte, and every pair of bytes where an encoding has characters of two.
import { WINDOWS_1252 } from "./windows-1252.ts";

/**
 * The bytes of a text, without a byte order mark; null when the encoding has no bytes for some character.
 * @param encoding A label that `TextDecoder` knows.
 * @example encodeText("ü", "windows-1252")?.[0] // 252
 */
export function encodeText(text: string, encoding: string): Uint8Array | null {
  const name = new TextDecoder(encoding).encoding;
  if (name === "utf-8") return new TextEncoder().encode(text);
  if (name === "utf-16le" || name === "utf-16be") return encodeWide(text, name === "utf-16le");
  const table = tableOf(name);
  const bytes: number[] = [];
  for (const letter of text) {
    const known = table.get(letter);
    if (known === undefined) return null;
    bytes.push(...known);
  }
  return Uint8Array.from(bytes);
}

function encodeWide(text: string, little: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let i = 0; i < text.length; i++) bytes.setUint16(2 * i, text.charCodeAt(i), little);
  return new Uint8Array(bytes.buffer);
}

function tableOf(encoding: string): Map<string, readonly number[]> {
  if (encoding === "windows-1252") return new Map(WINDOWS_1252.map((letter, byte) => [letter, [byte]]));
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): boolean => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes));
      if ([...letter].length === 1 && !table.has(letter)) table.set(letter, bytes);
      return true;
    } catch {
      return false; // not a character on its own
    }
  };
  const leads = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !add(byte) && byte >= 0x80);
  for (const lead of leads) for (let trail = 0x30; trail < 0xff; trail++) add(lead, trail);
  return table;
}
