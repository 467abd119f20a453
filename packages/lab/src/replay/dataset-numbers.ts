// The numbers of a group of columns as typed arrays in a fixed order, and what is needed to put them together again: a
// dataset is hashed and shipped this way.
import type { Dataset, DatasetGroup, DatasetKernel } from "./dataset.ts";

/** All of a group but its numbers. */
export interface GroupHeader {
  readonly kernel: DatasetKernel;
  readonly rows: number;
  readonly cols: number;
  /** How many entries a sparse matrix has; absent for a dense one. */
  readonly entries?: number;
  readonly unscaled?: readonly number[];
  readonly negative?: "zero";
}

/** A group without its numbers. */
export function groupHeader({ kernel, features, unscaled, negative }: DatasetGroup): GroupHeader {
  const { rows, cols } = features;
  return {
    ...{ kernel, rows, cols },
    ...("starts" in features ? { entries: features.values.length } : {}),
    ...(unscaled === undefined || unscaled.length === 0 ? {} : { unscaled }),
    ...(negative === undefined ? {} : { negative }),
  };
}

/** What decides how a model learns on a dataset; empty where nothing does, as on a table of numbers. */
export function learningHeader({ learning }: Dataset): Pick<Dataset, "learning"> {
  return learning === undefined || Object.keys(learning).length === 0 ? {} : { learning };
}

/** The numbers of a group, in the order in which `groupFrom` takes them. */
export function groupNumbers({ features }: DatasetGroup): (Float64Array | Uint32Array)[] {
  return "starts" in features ? [features.values, features.starts, features.columns] : [features.data];
}

/** How many bytes the numbers of a group take. */
export function groupSize({ rows, cols, entries }: GroupHeader): number {
  return entries === undefined ? 8 * rows * cols : 12 * entries + 4 * (rows + 1);
}

/** The group of a header and the bytes of its numbers. */
export function groupFrom(
  { kernel, rows, cols, entries, unscaled, negative }: GroupHeader,
  bytes: Uint8Array,
): DatasetGroup {
  const part = (from: number, length: number) => bytes.slice(from, from + length).buffer; // typed arrays need them aligned
  const features =
    entries === undefined
      ? { rows, cols, data: new Float64Array(part(0, 8 * rows * cols)) }
      : {
          rows,
          cols,
          values: new Float64Array(part(0, 8 * entries)),
          starts: new Uint32Array(part(8 * entries, 4 * (rows + 1))),
          columns: new Uint32Array(part(8 * entries + 4 * (rows + 1), 4 * entries)),
        };
  return {
    ...{ kernel, features },
    ...(unscaled === undefined ? {} : { unscaled }),
    ...(negative === undefined ? {} : { negative }),
  };
}

/** The bytes of a typed array, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
