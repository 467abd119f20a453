// Holds the pages of a Parquet file to what its footer promises, before they are decoded. The plain reader believes the
// counts in page and run headers: one flipped bit, and it fills an array of two thousand million values, or counts down
// from a negative number. What each page may hold is known from the footer, and what each run holds from its header, so
// the check costs one walk over the headers and the levels.
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getSchemaPath, isFlatColumn } from "hyparquet/src/schema.js";
import { compressors } from "hyparquet-compressors";
import { checkRuns, type Runs } from "./check-runs.ts";

type ColumnMeta = NonNullable<FileMetaData["row_groups"][number]["columns"][number]["meta_data"]>;
type PageHeader = ReturnType<typeof parquetHeader>;

/** What the levels of a column look like. */
interface Shape {
  readonly repetition: number;
  readonly definition: number;
  readonly boolean: boolean;
}

/** Checks columns of row groups. */
export class ColumnCheck {
  readonly #file: AsyncBuffer;
  readonly #metadata: FileMetaData;

  constructor(file: AsyncBuffer, metadata: FileMetaData) {
    this.#file = file;
    this.#metadata = metadata;
  }

  /** @throws RangeError if a page of the column promises or holds more than the footer allows. */
  async column(group: number, name: string): Promise<void> {
    const { columns, num_rows } = this.#metadata.row_groups[group];
    for (const { meta_data: meta } of columns) {
      if (meta?.path_in_schema[0] === name) await this.#check(meta, Number(num_rows));
    }
  }

  async #check(meta: ColumnMeta, rows: number): Promise<void> {
    const path = getSchemaPath(this.#metadata.schema, meta.path_in_schema);
    const shape = {
      repetition: getMaxRepetitionLevel(path),
      definition: getMaxDefinitionLevel(path),
      boolean: meta.type === "BOOLEAN",
    };
    const values = Number(meta.num_values);
    demand(isFlatColumn(path) ? values === rows : values >= rows, "a column must have a value for each row");
    const { dictionary_page_offset: dictionary, data_page_offset: data } = meta;
    const start = Number(!dictionary || data < dictionary ? data : dictionary);
    const length = Number(meta.total_compressed_size);
    const { byteLength } = this.#file;
    demand(start >= 0 && length >= 0 && start + length <= byteLength, "a column must lie inside of the file");
    const buffer = await this.#file.slice(start, start + length);
    const reader = { view: new DataView(buffer), offset: 0 };
    let seen = 0;
    while (seen < values && reader.offset < length - 1) {
      const header = parquetHeader(reader);
      const size = header.compressed_page_size;
      demand(size >= 0 && reader.offset + size <= length, "a page must lie inside of its column");
      const count = (header.data_page_header ?? header.data_page_header_v2 ?? { num_values: 0 }).num_values;
      seen += count;
      demand(count >= 0 && seen <= values, "pages must hold as many values as the footer says");
      checkPage(new Uint8Array(buffer, reader.offset, size), header, meta, shape);
      reader.offset += size;
    }
    demand(seen === values, "pages must hold as many values as the footer says");
  }
}

function checkPage(bytes: Uint8Array, header: PageHeader, meta: ColumnMeta, shape: Shape): void {
  const unpack = (packed: Uint8Array, size: number) => runsIn(decompressPage(packed, size, meta.codec, compressors));
  const v1 = header.type === "DATA_PAGE" ? header.data_page_header : undefined;
  if (v1 !== undefined) {
    const count = v1.num_values;
    const runs = unpack(bytes, header.uncompressed_page_size);
    if (shape.repetition > 0) checkRuns(runs, { width: bitWidth(shape.repetition), count });
    const nulls = shape.definition > 0 ? nullsIn(runs, shape.definition, count) : 0;
    checkValues(runs, v1.encoding, count - nulls, 1, shape.boolean);
  }
  const v2 = header.type === "DATA_PAGE_V2" ? header.data_page_header_v2 : undefined;
  if (v2 !== undefined) {
    const [repetition, definition] = [v2.repetition_levels_byte_length, v2.definition_levels_byte_length];
    demand(
      repetition >= 0 && definition >= 0 && repetition + definition <= bytes.length,
      "levels must lie in their page",
    );
    demand(v2.num_nulls >= 0 && v2.num_nulls <= v2.num_values, "a page must not have more nulls than values");
    const runs = runsIn(bytes);
    const count = v2.num_values;
    if (shape.repetition > 0) checkRuns(runs, { width: bitWidth(shape.repetition), count, length: repetition });
    runs.offset = repetition;
    if (shape.definition > 0) checkRuns(runs, { width: bitWidth(shape.definition), count, length: definition });
    const rest = bytes.subarray(repetition + definition);
    const size = header.uncompressed_page_size - repetition - definition;
    const plain = v2.is_compressed === false ? runsIn(rest) : unpack(rest, size);
    checkValues(plain, v2.encoding, count - v2.num_nulls, 2, shape.boolean);
  }
}

/** Values that are written one by one end with the page; only runs can claim more than there is. */
function checkValues(runs: Runs, encoding: string, count: number, version: 1 | 2, boolean: boolean): void {
  if (encoding !== "RLE" && encoding !== "PLAIN_DICTIONARY" && encoding !== "RLE_DICTIONARY") return;
  // The reader goes by the type in pages of the first version, and by the encoding in those of the second.
  if (version === 1 ? boolean : encoding === "RLE") {
    checkRuns(runs, { width: 1, count });
    return;
  }
  const width = runs.view.getUint8(runs.offset++);
  demand(width <= 32, "an index into a dictionary must have at most 32 bits");
  if (width === 0 && version === 1) return; // all are the first entry, and no run needs to say so
  checkRuns(runs, { width, count, length: runs.view.byteLength - runs.offset });
}

/** Checks the definition levels, then reads them to count the values that are there. */
function nullsIn(runs: Runs, definition: number, count: number): number {
  const start = runs.offset;
  const width = bitWidth(definition);
  checkRuns(runs, { width, count });
  const levels = new Array<number>(count);
  readRleBitPackedHybrid({ view: runs.view, offset: start }, width, levels);
  return levels.reduce((nulls, level) => (level === definition ? nulls : nulls + 1), 0);
}

function runsIn(bytes: Uint8Array): Runs {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function bitWidth(most: number): number {
  return 32 - Math.clz32(most);
}

function demand(holds: boolean, rule: string): void {
  if (!holds) throw new RangeError(rule); // also for NaN, which no comparison holds for
}
