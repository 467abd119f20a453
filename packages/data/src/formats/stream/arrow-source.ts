// An Arrow file or stream in pieces: its messages are found one after the other, and each batch of records is decoded
// together with the schema and the dictionaries, as a small stream of its own. DuckDB has no Arrow reader of its own.
import { type FileHandle, open } from "node:fs/promises";
import { checkInteger, isRefusal, refuse } from "xpal/check";
import { RowStore } from "../../table/row-store.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { FlatBuffer } from "../arrow/flat-buffer.ts";
import { readArrow } from "../arrow/read-arrow.ts";
import { PIECE_ROWS, type Piece, type PieceOptions, type RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

const SCHEMA = 1;
const DICTIONARY = 2;
const BATCH = 3;
/** A batch is decoded whole. */
const MOST_BATCH_BYTES = 2 ** 29;

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
    const big = batches.find(({ length }) => length > MOST_BATCH_BYTES);
    if (big !== undefined) {
      const rule = `must have batches of at most ${MOST_BATCH_BYTES} bytes to be read in pieces`;
      refuse("readTable", path, rule, big.length, "write it in smaller batches, or as Parquet", "does-not-fit");
    }
    const prefix = Buffer.concat(await Promise.all(parts.map((part) => bytesOf(file, part))));
    const decode = async (b: number): Promise<Table> => {
      files.checkUnchanged();
      return readArrow(new Uint8Array(Buffer.concat([prefix, await bytesOf(file, batches[b])])), path);
    };
    const columns = await typesOf(decode, batches.length);
    const starts: number[] = [];
    let rows = 0;
    for (const batch of batches) {
      starts.push(rows);
      rows += batch.rows;
    }
    const batchOf = async (b: number) => typed(await decode(b), columns, path);
    return {
      ...{ path, format: "arrow", rows, columns, notices: [], fingerprint: files.fingerprint },
      pieces: (options) => pieces(columns, rows, starts, batchOf, path, options ?? {}),
      at: (chosen) => rowsAt(columns, rows, starts, batchOf, path, chosen),
      close: () => void file.close(),
    };
  } catch (error) {
    await file.close();
    if (isRefusal(error)) throw error;
    files.checkUnchanged();
    refuse("readTable", path, "must be a whole Arrow file, but it is damaged or cut off");
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

/** The type of each column, from the first batch in which it has a value. */
async function typesOf(
  decode: (b: number) => Promise<Table>,
  batches: number,
): Promise<{ name: string; type: Column["type"] }[]> {
  const first = await decode(0);
  const columns = first.columns.map(({ name, type }) => ({ name, type }));
  const open = new Set(first.columns.flatMap((column, c) => (isEmpty(column) ? [c] : [])));
  for (let b = 1; b < batches && open.size > 0; b++) {
    const { columns: found } = await decode(b);
    for (const c of open) {
      if (isEmpty(found[c])) continue;
      columns[c].type = found[c].type;
      open.delete(c);
    }
  }
  return columns;
}

function isEmpty(column: Column): boolean {
  return column.type === "text" && column.values.every((value) => value === null || value === "");
}

/** The batch with the types of the source: a column without any value in it has been taken for text. */
function typed(table: Table, columns: readonly { name: string; type: Column["type"] }[], path: string): Table {
  const same = table.columns.map((column, c): Column => {
    const { name, type } = columns[c];
    if (column.type === type) return column;
    if (isEmpty(column) && (type === "number" || type === "date")) {
      return { name, type, values: new Float64Array(table.rows).fill(Number.NaN) };
    }
    return refuse(
      "readTable",
      `${path}, column ${JSON.stringify(name)}`,
      `must hold ${type} in all batches`,
      column.type,
    );
  });
  return makeTable(same, { source: path });
}

type Columns = readonly { readonly name: string; readonly type: Column["type"] }[];

async function* pieces(
  columns: Columns,
  rows: number,
  starts: readonly number[],
  batchOf: (b: number) => Promise<Table>,
  path: string,
  { from = 0, size = PIECE_ROWS }: PieceOptions,
): AsyncGenerator<Piece> {
  checkInteger("pieces", "from", from, 0, rows);
  const store = new RowStore(columns, Math.min(size, rows));
  let start = from;
  let filled = 0;
  for (let b = batchAt(starts, from); b < starts.length && start + filled < rows; b++) {
    const batch = await batchOf(b);
    for (let row = Math.max(0, from - starts[b]); row < batch.rows; row++) {
      store.put(filled++, batch, row);
      if (filled < size) continue;
      yield { start, table: store.table(filled, { source: path }) };
      start += filled;
      filled = 0;
    }
  }
  if (filled > 0) yield { start, table: store.table(filled, { source: path }) };
}

async function rowsAt(
  columns: Columns,
  rows: number,
  starts: readonly number[],
  batchOf: (b: number) => Promise<Table>,
  path: string,
  chosen: ArrayLike<number>,
): Promise<Table> {
  const store = new RowStore(columns, chosen.length);
  const places = Array.from(chosen, (row, at) => ({ row, at })).sort((a, b) => a.row - b.row);
  let known = -1;
  let batch: Table | undefined;
  for (const { row, at } of places) {
    checkInteger("at", "rows", row, 0, rows - 1);
    const b = batchAt(starts, row);
    if (b !== known) batch = await batchOf(b);
    known = b;
    store.put(at, batch as Table, row - starts[b]);
  }
  return store.table(chosen.length, { source: path });
}

/** The last batch that begins at or before a row. */
function batchAt(starts: readonly number[], row: number): number {
  let b = starts.length - 1;
  while (b > 0 && starts[b] > row) b--;
  return b;
}
