// Arrow IPC (files and streams, Feather 2) to a table.
import { CompressionType, type DataType, setCompressionCodec, Type, tableFromIPC } from "@uwdata/flechette";
import { reject } from "@xpal/core/check";
import { decompress } from "fzstd";
import { columnFromValues } from "../../table/column-from-values.ts";
import { type Notice, plainRows, roundedNotice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { type TimeForm, withWrittenTimes } from "../../table/written-times.ts";
import { columnNames } from "../csv/column-names.ts";
import { checkBatches } from "./check-batches.ts";
import { checkMessages } from "./check-messages.ts";
import { decimalValues } from "./decimal-values.ts";
import { decodeLz4Frame } from "./lz4-frame.ts";

/**
 * A table from Arrow IPC.
 * @param keepsWritten Whether times keep their microseconds, and that they have no zone, for exports.
 * @throws XpalError if the file is damaged or cut off.
 */
export function readArrow(bytes: Uint8Array, name = "the file", keepsWritten = false): Table {
  const { names: given, columns, rounded, times } = decode(bytes, name, keepsWritten);
  if (given.length === 0) reject("readArrow", name, "must have at least one column");
  const { names, notices } = columnNames(given);
  const typed = names.map((column, c) =>
    columnFromValues("readArrow", column, columns[c], plainRows, { isTyped: true }),
  );
  const withTimes = (column: Column, c: number): Column => {
    const found = times[c];
    return column.type !== "date" || found === null ? column : withWrittenTimes(column, found.ticks, found.form);
  };
  return makeTable(
    typed.map(({ column }, c) => withTimes(column, c)),
    { notices: [...notices, ...typed.flatMap(({ notices: said }) => said), ...lost(names, rounded)], source: name },
  );
}

function lost(names: readonly string[], rounded: readonly number[]): Notice[] {
  return names.flatMap((name, c) => (rounded[c] > 0 ? [roundedNotice(name, rounded[c])] : []));
}

/** The columns of a file, and in how many rows of each a decimal was rounded. */
interface Decoded {
  readonly names: string[];
  readonly columns: Parameters<typeof columnFromValues>[2][];
  readonly rounded: number[];
  /** The times of each column with all of their digits; null for other columns, and where nobody asks. */
  readonly times: ({ readonly ticks: ArrayLike<bigint | null>; readonly form: TimeForm } | null)[];
}

function decode(bytes: Uint8Array, name: string, keepsWritten: boolean): Decoded {
  const rejectEncoding = (): never => {
    throw new TypeError("reading only");
  };
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: rejectEncoding, decode: decodeLz4Frame });
  setCompressionCodec(CompressionType.ZSTD, { encode: rejectEncoding, decode: (data) => decompress(data) });
  try {
    checkMessages(bytes);
    const table = tableFromIPC(bytes, { useDate: true, useBigInt: true });
    checkBatches(table);
    const { fields } = table.schema;
    // Once more for decimals, as integers: lists of them stay numbers.
    const exact = fields.some(({ type }) => isDecimal(type))
      ? tableFromIPC(bytes, { useDate: true, useBigInt: true, useDecimalInt: true })
      : table;
    const decoded = table.children.map((column, c) => {
      const { type } = fields[c];
      if (!isDecimal(type)) return { values: Array.from(column.toArray() as ArrayLike<object>), rounded: 0 };
      return decimalValues(Array.from(exact.children[c].toArray() as ArrayLike<bigint | null>), type.scale);
    });
    const isTimed = keepsWritten && fields.some(({ type }) => type.typeId === Type.Timestamp);
    const timed = isTimed ? tableFromIPC(bytes, { useBigInt: true, useBigIntTimestamp: true }) : table;
    const times = timed.children.map((column, c) => {
      const { type } = fields[c];
      if (!isTimed || type.typeId !== Type.Timestamp) return null;
      const { unit, timezone } = type as Extract<DataType, { readonly timezone: string | null }>;
      const form = { perSecond: 1000n ** BigInt(unit), isZoned: typeof timezone === "string" && timezone !== "" };
      return { ticks: column.toArray() as ArrayLike<bigint | null>, form };
    });
    return {
      times,
      names: fields.map((field) => String(field.name)),
      columns: decoded.map(({ values }) => values),
      rounded: decoded.map(({ rounded }) => rounded),
    };
  } catch {
    reject("readArrow", name, "must be a whole Arrow file, but it is damaged or cut off");
  }
}

function isDecimal(type: DataType): type is Extract<DataType, { readonly scale: number }> {
  return type.typeId === Type.Decimal;
}
