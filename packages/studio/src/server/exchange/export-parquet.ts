// Rows as Parquet, one group of rows at a time.
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";

type Row = Readonly<Record<string, unknown>>;

const GROUP_ROWS = 5000;

/**
 * The bytes of a Parquet file. The rows are gone through twice: a column is one of numbers only if all of its values are.
 * @param rows Can be gone through more than once, with the same rows each time.
 */
export function* exportParquet(rows: Iterable<Row>): Generator<Uint8Array> {
  const columns = columnsOf(rows);
  const writer = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columns.map(({ name, type }) => ({ name, type, data: [] })) });
  const file = new ParquetWriter({ writer, schema });
  let group: Row[] = [];
  const written = () => {
    const data = columns.map(({ name, type }) => ({ name, data: group.map((row) => cell(row[name], type)) }));
    file.write({ columnData: data, rowGroupSize: GROUP_ROWS });
    group = [];
    return taken(writer);
  };
  for (const row of rows) {
    group.push(row);
    if (group.length === GROUP_ROWS) yield written();
  }
  if (group.length > 0) yield written();
  file.finish();
  yield taken(writer);
}

interface ParquetColumn {
  readonly name: string;
  readonly type: "DOUBLE" | "STRING";
}

function columnsOf(rows: Iterable<Row>): ParquetColumn[] {
  let names: string[] | undefined;
  const texts = new Set<string>();
  const numbers = new Set<string>();
  for (const row of rows) {
    names ??= Object.keys(row);
    for (const name of names) {
      const value = row[name] ?? null;
      if (value !== null) (typeof value === "number" ? numbers : texts).add(name);
    }
  }
  return (names ?? []).map((name) => ({ name, type: numbers.has(name) && !texts.has(name) ? "DOUBLE" : "STRING" }));
}

function cell(value: unknown, type: ParquetColumn["type"]): unknown {
  if (value === null || value === undefined) return null;
  return type === "DOUBLE" || typeof value === "string" ? value : JSON.stringify(value);
}

/** What was written since the last time; offsets go on. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
