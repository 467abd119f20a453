// Holds the columns of an Arrow file to the values that are there, before they are read one by one. Buffers may be
// compressed, so only now is it known how many values they have; the plain reader goes by the length of the column, and
// for lists by offsets among the values.
import { type Batch, type Table, Type } from "@uwdata/flechette";
import { demand } from "./flat-buffer.ts";

type AnyBatch = Batch<unknown>;

/** @throws RangeError if a column is longer than its buffers, or a list than the values that it is a part of. */
export function checkBatches(table: Table): void {
  for (const column of table.children) {
    demand(column.length === table.numRows, "columns must be of equal length");
    for (const batch of column.data) checkBatch(batch);
  }
}

function checkBatch(batch: AnyBatch): void {
  const { length, nullCount, validity, children, type } = batch;
  demand(length >= 0, "a column must have a length");
  if (nullCount > 0 && validity != null) demand(validity.length * 8 >= length, "each value must be marked null or not");
  for (const child of children ?? []) checkBatch(child);
  switch (type.typeId) {
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      checkOffsets(batch, batch.values.length);
      break;
    case Type.List:
    case Type.LargeList:
    case Type.Map:
      checkOffsets(batch, children[0].length);
      break;
    case Type.ListView:
    case Type.LargeListView:
      checkSizes(batch, children[0].length);
      break;
    case Type.FixedSizeList:
      demand(type.stride >= 0 && children[0].length >= length * type.stride, "a list must have its values");
      break;
    case Type.Struct:
      for (const child of children) demand(child.length >= length, "a structure must have its values");
      break;
    default:
      if (batch.values != null) demand(batch.values.length >= length * elementsPerRow(type), "a column must be whole");
  }
}

/** How many elements of the buffer of values a row takes, at least. */
function elementsPerRow(type: AnyBatch["type"]): number {
  if (type.typeId === Type.Bool) return 1 / 8;
  if (type.typeId === Type.Decimal) return Math.max(1, type.bitWidth / 64);
  if (type.typeId === Type.FixedSizeBinary) return type.stride;
  return type.typeId === Type.BinaryView || type.typeId === Type.Utf8View ? 16 : 1;
}

function checkOffsets({ length, offsets }: AnyBatch, values: number): void {
  if (length === 0) return; // the offsets may be left out
  demand(offsets.length > length, "each row must have an offset, and the last one an end");
  let last = 0;
  for (let row = 0; row <= length; row++) {
    const offset = Number(offsets[row]);
    demand(offset >= last && offset <= values, "offsets must lie in order among the values");
    last = offset;
  }
}

function checkSizes({ length, offsets, sizes }: AnyBatch, values: number): void {
  demand(offsets.length >= length && sizes.length >= length, "each row must have an offset and a size");
  for (let row = 0; row < length; row++) {
    const [start, size] = [Number(offsets[row]), Number(sizes[row])];
    demand(start >= 0 && size >= 0 && start + size <= values, "a list must lie among the values");
  }
}
