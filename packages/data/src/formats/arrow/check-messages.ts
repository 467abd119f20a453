// Holds the metadata of an Arrow file or stream to the bytes that are there, before it is decoded. The plain reader
// believes every length: one flipped bit, and it fills an array of two thousand million fields, or goes back to a message
// that it has read already. The slots are those of Arrow's Message.fbs, Schema.fbs and File.fbs.
import { demand, FlatBuffer } from "./flat-buffer.ts";

const MAGIC = [...new TextEncoder().encode("ARROW1")];
const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
const UNION = 14;
/** The fourth version; earlier ones have eight more bytes before each buffer. */
const V4 = 3;

/** @throws RangeError if a message, a vector or a buffer does not lie inside of the bytes. */
export function checkMessages(bytes: Uint8Array): void {
  if (MAGIC.every((byte, i) => bytes[i] === byte)) checkFile(bytes);
  else for (let at: number | undefined = 0; at !== undefined; ) at = checkMessage(bytes, at);
}

function checkFile(bytes: Uint8Array): void {
  const end = bytes.length - MAGIC.length - 4;
  const length = new FlatBuffer(bytes).int32(end);
  demand(length > 0 && length <= end, "the footer must lie inside of the file");
  const footer = new FlatBuffer(bytes.subarray(end - length, end));
  const slot = footer.table(0);
  const schema = slot(6);
  demand(schema !== undefined, "a file must have a schema");
  checkSchema(footer, schema as number);
  for (const block of [...footer.vector(slot(8), 24), ...footer.vector(slot(10), 24)]) {
    const start = footer.int64(block);
    demand(start >= 0 && start < end, "a message must lie inside of the file");
    demand(checkMessage(bytes, start) !== undefined, "a block must lead to a message");
  }
  checkPairs(footer, slot(12));
}

/** The position after the message, or undefined at the end of the stream. */
function checkMessage(bytes: Uint8Array, start: number): number | undefined {
  const whole = new FlatBuffer(bytes);
  const int32 = (at: number) => (at + 4 <= bytes.length ? whole.int32(at) : 0); // a stream may end without a mark
  const marked = int32(start) === -1; // messages of Arrow before 0.15 begin with their length
  const length = int32(marked ? start + 4 : start);
  if (length === 0) return undefined;
  const head = start + (marked ? 8 : 4);
  demand(length > 0 && head + length <= bytes.length, "metadata must lie inside of the file");
  const metadata = new FlatBuffer(bytes.subarray(head, head + length));
  const slot = metadata.table(0);
  const read = (at: number | undefined, how: (at: number) => number) => (at === undefined ? 0 : how(at));
  const version = read(slot(4), (at) => metadata.int16(at));
  const type = read(slot(6), (at) => metadata.uint8(at));
  const header = slot(8);
  const body = read(slot(10), (at) => metadata.int64(at));
  const end = head + length + body;
  demand(body >= 0 && end <= bytes.length, "a body must lie inside of the file");
  demand(header !== undefined, "a message must have a header");
  if (type === SCHEMA) checkSchema(metadata, header as number);
  if (type === RECORD_BATCH) checkRecordBatch(metadata, header as number, version, body);
  if (type === DICTIONARY_BATCH) {
    const data = metadata.table(header as number)(6);
    demand(data !== undefined, "a dictionary must have values");
    const batch = checkRecordBatch(metadata, data as number, version, body);
    // The plain reader reads dictionaries at once, so their columns cannot be checked later.
    if (!batch.compressed) demand(batch.rows <= body * 8, "a dictionary must have its values");
  }
  return end;
}

function checkRecordBatch(
  metadata: FlatBuffer,
  at: number,
  version: number,
  body: number,
): { rows: number; compressed: boolean } {
  const slot = metadata.table(at);
  const rowsAt = slot(4);
  const rows = rowsAt === undefined ? 0 : metadata.int64(rowsAt);
  demand(rows >= 0, "a batch must not have fewer than no rows");
  for (const [i, node] of metadata.vector(slot(6), 16).entries()) {
    const length = metadata.int64(node);
    demand(i > 0 ? length >= 0 : length === rows, "a column must have a value for each row");
    demand(metadata.int64(node + 8) <= length, "a column must not have more nulls than values");
  }
  const skipped = version < V4 ? 8 : 0;
  for (const buffer of metadata.vector(slot(8), 16 + skipped)) {
    const start = metadata.int64(buffer + skipped);
    const length = metadata.int64(buffer + skipped + 8);
    demand(start >= 0 && length >= 0 && start + length <= body, "a buffer must lie inside of its body");
  }
  for (const count of metadata.vector(slot(12), 8)) demand(metadata.int64(count) >= 0, "buffers must be countable");
  return { rows, compressed: slot(10) !== undefined };
}

function checkSchema(metadata: FlatBuffer, at: number): void {
  const slot = metadata.table(at);
  for (const field of metadata.vector(slot(6), 4)) checkField(metadata, field);
  checkPairs(metadata, slot(8));
}

function checkField(metadata: FlatBuffer, at: number): void {
  const slot = metadata.table(at);
  metadata.vector(slot(4), 1); // the name
  const [typeAt, type] = [slot(8), slot(10)];
  if (typeAt !== undefined && type !== undefined && metadata.uint8(typeAt) === UNION) {
    metadata.vector(metadata.table(type)(6), 4);
  }
  for (const child of metadata.vector(slot(14), 4)) checkField(metadata, child);
  checkPairs(metadata, slot(16));
}

/** Keys and values that a writer added. */
function checkPairs(metadata: FlatBuffer, at: number | undefined): void {
  for (const pair of metadata.vector(at, 4)) {
    const slot = metadata.table(pair);
    metadata.vector(slot(4), 1);
    metadata.vector(slot(6), 1);
  }
}
