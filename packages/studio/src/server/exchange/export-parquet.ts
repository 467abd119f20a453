// Rows as Parquet, one group of rows at a time.
import { ByteWriter, ParquetWriter } from "hyparquet-writer";

/** The columns as the format describes them: each before its parts. */
type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

type Row = Readonly<Record<string, unknown>>;

const GROUP_ROWS = 5000;

/**
 * The bytes of a Parquet file. The rows are gone through twice: a column is one of numbers or of vectors only if all of its values are.
 * @param rows Can be gone through more than once, with the same rows each time.
 */
export function* exportParquet(rows: Iterable<Row>): Generator<Uint8Array> {
  const columns = columnsOf(rows);
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(columns) });
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
  readonly type: "number" | "vector" | "text";
}

function columnsOf(rows: Iterable<Row>): ParquetColumn[] {
  let names: string[] | undefined;
  const types = new Map<string, ParquetColumn["type"]>();
  for (const row of rows) {
    names ??= Object.keys(row);
    for (const name of names) {
      const value = row[name] ?? null;
      if (value === null) continue;
      const type = typeof value === "number" ? "number" : Array.isArray(value) ? "vector" : "text";
      types.set(name, (types.get(name) ?? type) === type ? type : "text");
    }
  }
  return (names ?? []).map((name) => ({ name, type: types.get(name) ?? "text" }));
}

function schemaOf(columns: readonly ParquetColumn[]): Schema {
  return [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

function elementsOf({ name, type }: ParquetColumn): Schema {
  const repetition_type = "OPTIONAL";
  if (type === "number") return [{ name, type: "DOUBLE", repetition_type }];
  if (type === "text") return [{ name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type }];
  return [
    { name, converted_type: "LIST", num_children: 1, repetition_type },
    { name: "list", num_children: 1, repetition_type: "REPEATED" },
    { name: "element", type: "DOUBLE", repetition_type: "REQUIRED" },
  ];
}

function cell(value: unknown, type: ParquetColumn["type"]): unknown {
  if (value === null || value === undefined) return null;
  return type !== "text" || typeof value === "string" ? value : JSON.stringify(value);
}

/** What was written since the last time; offsets go on. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
