// The blocks of a delimited text on disk: some megabytes of whole records each, found while the file is scanned for the first time.
import type { FileHandle } from "node:fs/promises";
import { reject } from "@xpal/core/check";
import { type Scan, type ScanPlan, scanRecords } from "../csv/scan-records.ts";

/** Where some whole records lie. */
export interface Block {
  readonly from: number;
  readonly to: number;
  /** The line on which it begins. */
  readonly line: number;
}

/** How records are written; which columns are read, and as what, each scan says. */
export type RecordForm = Pick<ScanPlan, "separator" | "quote" | "decimal">;

/** A block is about this long; a record that is longer makes it longer. */
const BLOCK_BYTES = 1 << 23;
const MAX_RECORD_BYTES = 1 << 28;

/** Scans a block. */
export async function scanBlock(file: FileHandle, block: Block, form: RecordForm, kinds: Uint8Array): Promise<Scan> {
  return scan(await bytesOf(file, block.from, block.to), block.line, form, kinds);
}

/**
 * Scans a file from the first record to its end, and finds its blocks on the way.
 * @param kindsNow Says how the columns of the next block are read.
 * @throws XpalError if a quote stays open, or the file is not UTF-8.
 */
export async function* scanBlocks(
  file: FileHandle,
  { from, to, line, path, form }: Block & { readonly path: string; readonly form: RecordForm },
  kindsNow: () => Uint8Array,
): AsyncGenerator<{ block: Block; scan: Scan; bytes: Uint8Array }> {
  let start = from;
  let startLine = line;
  let size = BLOCK_BYTES;
  while (start < to) {
    const read = await bytesOf(file, start, Math.min(to, start + size));
    if (read.includes(0)) reject("readTable", path, "must be a text file, but it has zero bytes");
    const isLast = start + read.length >= to;
    const cut = isLast ? read.length : lastLineEnd(read);
    const found = cut === 0 ? undefined : scan(read.subarray(0, cut), startLine, form, kindsNow());
    const isCut = !isLast && found?.fault?.kind === "open-quote"; // the block ends inside of a quoted cell
    const used = found === undefined ? 0 : isCut ? (found.faultAt as number) : cut;
    if (used === 0) {
      if (size >= MAX_RECORD_BYTES) {
        reject(
          "readTable",
          path,
          `must have records of at most ${MAX_RECORD_BYTES} bytes, but line ${startLine} is longer`,
        );
      }
      size *= 2;
      continue;
    }
    const bytes = read.subarray(0, used);
    if (!isUtf8(bytes)) {
      const rule = "must be UTF-8 to be read in pieces";
      reject(
        "readTable",
        path,
        `${rule}, but it is not after line ${startLine}`,
        undefined,
        "convert it, or write it as Parquet",
      );
    }
    const whole = isCut ? scan(bytes, startLine, form, kindsNow()) : (found as Scan);
    yield { block: { from: start, to: start + used, line: startLine }, scan: whole, bytes };
    start += used;
    startLine = whole.nextLine;
    size = BLOCK_BYTES;
  }
}

/** The end of a text without the line ends and spaces behind its last record. */
export async function lastFilledByte(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; ) {
    const from = Math.max(0, end - (1 << 16));
    const bytes = await bytesOf(file, from, end);
    let filled = bytes.length;
    while (filled > 0 && (bytes[filled - 1] === 10 || bytes[filled - 1] === 13 || bytes[filled - 1] === 32)) filled--;
    if (filled > 0) return from + filled;
    end = from;
  }
  return 0;
}

function scan(bytes: Uint8Array, line: number, form: RecordForm, kinds: Uint8Array): Scan {
  const expectedRows = Math.ceil(bytes.length / (8 * kinds.length)) + 1;
  return scanRecords({ bytes, from: 0, to: bytes.length, line, ...form, kinds, expectedRows });
}

async function bytesOf(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) throw new RangeError("the file is cut off");
    read += bytesRead;
  }
  return bytes;
}

/** Behind the last line end that the bytes have for certain; 0 if there is none. */
function lastLineEnd(bytes: Uint8Array): number {
  const feed = bytes.lastIndexOf(10);
  return feed >= 0 ? feed + 1 : bytes.lastIndexOf(13, bytes.length - 2) + 1; // a last "\r" may be half of "\r\n"
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
