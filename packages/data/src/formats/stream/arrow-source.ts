// An Arrow file or stream in pieces: its messages are found one after the other, and each batch of records is decoded
// together with the schema and the dictionaries, as a small stream of its own.
import { type FileHandle, open } from "node:fs/promises";
import { isRejection, reject } from "@xpal/core/check";
import type { Table } from "../../table/table.ts";
import { FlatBuffer } from "../arrow/flat-buffer.ts";
import { readArrow } from "../arrow/read-arrow.ts";
import { batchedSource, typesOf } from "./batched-source.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;
/** A batch is decoded whole. */
const MAX_BATCH_BYTES = 2 ** 29;

interface Message {
  readonly type: number;
  readonly offset: number;
  readonly length: number;
  readonly rows: number;
}

/**
 * The source of an Arrow file.
 * @throws XpalError if it is damaged or cut off, or one batch is too large.
 */
export async function arrowSource(path: string, files: SourceFiles): Promise<RowSource> {
  const file = await open(path);
  try {
    const messages = await messagesOf(file, files.bytes);
    const parts = messages.filter(({ type }) => type !== BATCH);
    const batches = messages.filter(({ type }) => type === BATCH);
    if (parts.length === 0 || batches.length === 0) throw new RangeError("no schema or no batch");
    const big = batches.find(({ length }) => length > MAX_BATCH_BYTES);
    if (big !== undefined) {
      const rule = `must have batches of at most ${MAX_BATCH_BYTES} bytes to be read in pieces`;
      reject("readTable", path, rule, big.length, "write it in smaller batches, or as Parquet", "does-not-fit");
    }
    const prefix = Buffer.concat(await Promise.all(parts.map((part) => bytesOf(file, part))));
    const decode = async (b: number): Promise<Table> => {
      files.checkUnchanged();
      return readArrow(new Uint8Array(Buffer.concat([prefix, await bytesOf(file, batches[b])])), path);
    };
    return batchedSource({
      ...{ path, format: "arrow", notices: [], fingerprint: files.fingerprint },
      columns: await typesOf(decode, batches.length),
      sizes: batches.map(({ rows }) => rows),
      read: decode,
      close: () => void file.close(),
    });
  } catch (error) {
    await file.close();
    if (isRejection(error)) throw error;
    files.checkUnchanged();
    reject("readTable", path, "must be a whole Arrow file, but it is damaged or cut off");
  }
}

async function bytesOf(file: FileHandle, { offset, length }: Pick<Message, "offset" | "length">): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  if (bytesRead !== length) throw new RangeError("a message must lie inside of the file");
  return bytes;
}

/** All messages, in their order; the footer of a file is not needed. */
async function messagesOf(file: FileHandle, size: number): Promise<Message[]> {
  const start = new TextDecoder().decode(await bytesOf(file, { offset: 0, length: 6 }));
  const messages: Message[] = [];
  for (let offset = start === "ARROW1" ? 8 : 0; offset + 8 <= size; ) {
    const head = new FlatBuffer(await bytesOf(file, { offset, length: 8 }));
    const marked = head.int32(0) === -1;
    const length = head.int32(marked ? 4 : 0);
    if (length <= 0) break;
    const before = marked ? 8 : 4;
    const metadata = new FlatBuffer(await bytesOf(file, { offset: offset + before, length }));
    const slot = metadata.table(0);
    const [typeAt, header, bodyAt] = [slot(6), slot(8), slot(10)];
    const type = typeAt === undefined ? 0 : metadata.uint8(typeAt);
    const body = bodyAt === undefined ? 0 : metadata.int64(bodyAt);
    if (body < 0 || offset + before + length + body > size) throw new RangeError("a body must lie inside of the file");
    const rowsAt = type === BATCH && header !== undefined ? metadata.table(header)(4) : undefined;
    const rows = rowsAt === undefined ? 0 : metadata.int64(rowsAt);
    if ([SCHEMA, DICTIONARY, BATCH].includes(type)) {
      messages.push({ type, offset, length: before + length + body, rows });
    }
    offset += before + length + body;
  }
  return messages;
}
