// Arrow IPC (files and streams, Feather 2) to a table.
import { CompressionType, setCompressionCodec, tableFromIPC } from "@uwdata/flechette";
import { decompress } from "fzstd";
import { refuse } from "xpal/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import { plainRows } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import { columnNames } from "../csv/column-names.ts";
import { checkBatches } from "./check-batches.ts";
import { checkMessages } from "./check-messages.ts";
import { decodeLz4Frame } from "./lz4-frame.ts";

/**
 * A table from Arrow IPC.
 * @throws XpalError if the file is damaged or cut off.
 */
export function readArrow(bytes: Uint8Array, name = "the file"): Table {
  const { names: given, columns } = decode(bytes, name);
  if (given.length === 0) refuse("readArrow", name, "must have at least one column");
  const { names, notices } = columnNames(given);
  const typed = names.map((column, c) => columnFromValues("readArrow", column, columns[c], plainRows));
  return makeTable(
    typed.map(({ column }) => column),
    { notices: [...notices, ...typed.flatMap(({ notices: said }) => said)], source: name },
  );
}

function decode(bytes: Uint8Array, name: string): { names: string[]; columns: object[][] } {
  const refuseEncoding = (): never => {
    throw new TypeError("reading only");
  };
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: refuseEncoding, decode: decodeLz4Frame });
  setCompressionCodec(CompressionType.ZSTD, { encode: refuseEncoding, decode: (data) => decompress(data) });
  try {
    checkMessages(bytes);
    const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
    checkBatches(table);
    const columns = table.children.map((column) => Array.from(column.toArray() as ArrayLike<object>));
    return { names: table.schema.fields.map((field) => String(field.name)), columns };
  } catch {
    refuse("readArrow", name, "must be a whole Arrow file, but it is damaged or cut off");
  }
}
