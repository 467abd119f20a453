// A Parquet file, or several parts of one table, in pieces: row group after row group.
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { isRejection, reject } from "@xpal/core/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import { type Notice, plainRows } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { columnNames } from "../csv/column-names.ts";
import { onDisk } from "../parquet/on-disk.ts";
import { openParquet, type ParquetFile } from "../parquet/parquet-file.ts";
import { batchedSource, typesOf } from "./batched-source.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

/** A row group of a part, and the row of the part with which it begins. */
interface Group {
  readonly part: number;
  readonly group: number;
  readonly rows: number;
  readonly start: number;
}

/**
 * The source of one or several Parquet files.
 * @throws XpalError if a file is damaged, or the parts have different columns.
 */
export async function parquetSource(path: string, files: SourceFiles): Promise<RowSource> {
  const opened: FileHandle[] = [];
  const close = () => void Promise.all(opened.map((file) => file.close()));
  try {
    const parts = await partsOf(path, files.paths, opened);
    const [first] = parts;
    const { names, notices } = columnNames(first.names);
    const long = first.names.filter((name) => parts.some((part) => part.long.includes(name)));
    const groups = parts.flatMap(groupsOf);
    const found: Notice[] = [...notices, ...long.map(longNotice)];
    const read = async ({ part, group, start }: Group): Promise<Table> => {
      files.checkUnchanged();
      try {
        const columns: Column[] = [];
        for (const [c, given] of parts[part].names.entries()) {
          const values = await parts[part].values(given, group, false);
          const kept = long.includes(given) ? values.map((value) => (value === null ? null : String(value))) : values;
          const typed = columnFromValues("readTable", names[c], kept, plainRows, { isTyped: true });
          addOnce(found, typed.notices);
          columns.push(
            long.includes(given) ? { name: names[c], type: "text", values: kept as string[] } : typed.column,
          );
        }
        return makeTable(columns, { source: path });
      } catch (error) {
        if (isRejection(error)) throw error;
        files.checkUnchanged(); // a file that was changed looks damaged
        const which = parts.length > 1 ? `${basename(files.paths[part])} is` : "it is";
        return reject("readTable", path, `must be whole Parquet, but ${which} damaged in or after row ${start}`);
      }
    };
    const filled = groups.filter(({ rows }) => rows > 0);
    const columns =
      filled.length === 0
        ? names.map((name) => ({ name, type: "text" as const }))
        : await typesOf((batch) => read(filled[batch]), filled.length);
    return batchedSource({
      ...{ path, format: "parquet", columns, notices: found, fingerprint: files.fingerprint },
      sizes: filled.map(({ rows }) => rows),
      read: (batch) => read(filled[batch]),
      close,
    });
  } catch (error) {
    close();
    if (isRejection(error)) throw error;
    files.checkUnchanged();
    reject("readTable", path, "must be a whole Parquet file, but it is damaged or cut off");
  }
}

/** Opens all parts, which must have the columns of the first. */
async function partsOf(path: string, paths: readonly string[], opened: FileHandle[]): Promise<ParquetFile[]> {
  const parts: ParquetFile[] = [];
  for (const one of paths) {
    const name = paths.length > 1 ? `${path}, ${basename(one)},` : path;
    const file = await open(one);
    opened.push(file);
    const part = await openParquet(onDisk(file, (await file.stat()).size)).catch(() =>
      reject("readTable", name, "must be a whole Parquet file, but it is damaged or cut off"),
    );
    if (part.schema !== (parts[0] ?? part).schema) {
      reject("readTable", name, "must have the columns of the first part", part.names.join(", "));
    }
    parts.push(part);
  }
  return parts;
}

function groupsOf({ groups }: ParquetFile, part: number): Group[] {
  let start = 0;
  return groups.map((rows, group) => {
    const found = { part, group, rows, start };
    start += rows;
    return found;
  });
}

/** Notices of a batch that hold for the column, whichever rows they name. */
function addOnce(found: Notice[], more: readonly Notice[]): void {
  for (const { code, message, column } of more) {
    const isKnown = found.some((one) => one.code === code && one.column === column);
    if (code === "nested-value" && !isKnown) found.push({ code, message, column });
  }
}

function longNotice(name: string): Notice {
  const message = `column ${JSON.stringify(name)} was kept as text because of numbers too long to keep all digits`;
  return { code: "long-number", message, column: name };
}
