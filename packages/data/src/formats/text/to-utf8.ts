// Text files come in several encodings. Everything behind this entry point works on UTF-8 bytes without a byte order mark;
// a file that is not text at all is rejected here, and a guess at an old encoding is reported with its lines.
import { reject } from "@xpal/core/check";
import { linesInWords, type Notice } from "../../table/notice.ts";
import { recogniseBytes } from "./recognise-bytes.ts";
import { isWindows1252, windows1252ToUtf8 } from "./windows-1252.ts";

/** A text as UTF-8, and the encoding it was in. */
export interface Utf8Text {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  readonly notices: readonly Notice[];
}

/**
 * The bytes of a text file as UTF-8 without a byte order mark.
 * @param encoding A label of the WHATWG Encoding Standard, such as "latin1"; detected by default.
 * @throws XpalError if the bytes are not text in that encoding, or not text at all.
 */
export function toUtf8(who: string, name: string, bytes: Uint8Array, encoding?: string): Utf8Text {
  const recognised = recogniseBytes(bytes);
  const wide = wideEncoding(bytes);
  if (recognised !== undefined && wide === undefined) {
    reject(who, name, `must be a text file, but it is ${recognised.words}`, undefined, wayOutOf(recognised.words));
  }
  const chosen = encoding ?? wide ?? "utf-8";
  if (isUtf8(chosen)) return fromUtf8(who, name, bytes, encoding);
  const utf8 = decode(who, name, bytes, chosen);
  if (utf8.includes(0)) reject(who, name, "must be a text file, but it holds zero bytes as binary files do");
  return { bytes: utf8, encoding: chosen, notices: [] };
}

function fromUtf8(who: string, name: string, bytes: Uint8Array, asked: string | undefined): Utf8Text {
  const body = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  if (body.includes(0)) reject(who, name, "must be a text file, but it holds zero bytes as binary files do");
  if (isValid(body)) return { bytes: body, encoding: "utf-8", notices: [] };
  const { lines, count } = linesOutsideAscii(body);
  const where = linesInWords(lines, count);
  if (asked !== undefined) reject(who, name, `must be valid UTF-8, but it is not (see ${where})`);
  const notice: Notice = {
    code: "encoding-guessed",
    message: `${name} is not UTF-8, so it was read as Windows-1252; check ${where}, or name the encoding`,
    lines,
  };
  return { bytes: windows1252ToUtf8(body), encoding: "windows-1252", notices: [notice] };
}

/** UTF-16 by its byte order mark, or by the zero bytes that Latin letters have in it. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const length = Math.min(bytes.length, 4096) & ~1;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) evenZeros++;
    if (bytes[i + 1] === 0) oddZeros++;
  }
  if (length < 4 || evenZeros + oddZeros < length / 4) return undefined;
  if (evenZeros === 0) return "utf-16le";
  return oddZeros === 0 ? "utf-16be" : undefined;
}

function decode(who: string, name: string, bytes: Uint8Array, encoding: string): Uint8Array {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    reject(who, "encoding", "must be an encoding such as utf-8, utf-16le or windows-1252", encoding);
  }
  if (isWindows1252(encoding)) return windows1252ToUtf8(bytes);
  try {
    return new TextEncoder().encode(decoder.decode(bytes));
  } catch {
    reject(who, name, `must be text in ${encoding}, but some of its bytes are not`, undefined, "name its encoding");
  }
}

/** Piece by piece, so that no second copy of a large file comes to be. */
function isValid(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const piece = 1 << 20;
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      decoder.decode(bytes.subarray(at, at + piece), { stream: at + piece < bytes.length });
    }
    return true;
  } catch {
    return false;
  }
}

function linesOutsideAscii(bytes: Uint8Array): { lines: number[]; count: number } {
  const lines: number[] = [];
  let count = 0;
  let line = 1;
  let last = 0;
  for (const byte of bytes) {
    if (byte === 10) line++;
    if (byte < 0x80 || line === last) continue;
    last = line;
    count++;
    if (lines.length < 5) lines.push(line);
  }
  return { lines, count };
}

function isUtf8(encoding: string): boolean {
  return /^utf-?8$/i.test(encoding);
}

function wayOutOf(words: string): string {
  if (words.startsWith("compressed")) return "unpack it first";
  if (words.startsWith("an old Excel")) return "save it as .xlsx or .csv";
  return "give a table as CSV, TSV, JSON, JSONL, Parquet, Arrow, XLSX or ARFF";
}
