// A folder of datasets: `datasets.json` lists them, each in a CSV file with a header row, its last column the class.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { allOneHot, coded, sortedValues, transposed } from "./coded-columns.ts";
import type { Dataset, DatasetKernel } from "./dataset.ts";
import { parseCsv } from "./parse-csv.ts";

/** What `datasets.json` says about a dataset; other members are allowed. */
export interface DatasetEntry {
  readonly name: string;
  readonly file: string;
  readonly kernel: DatasetKernel;
  /** Columns that hold words, not numbers. */
  readonly categoricalFeatures?: readonly string[];
  /** The class names in the order of their index; by default sorted. */
  readonly classes?: readonly string[];
}

const KERNELS: readonly string[] = ["rbf", "hamming", "cosine"];

/**
 * The list in a folder's `datasets.json`.
 * @throws XpalError if the file is missing or not a list, or an entry lacks its name, file or kernel.
 */
export function listDatasets(folder: string): DatasetEntry[] {
  const path = join(folder, "datasets.json");
  let list: unknown;
  try {
    list = JSON.parse(readText(path));
  } catch (error) {
    if (error instanceof SyntaxError) reject("listDatasets", path, "must be JSON", error.message);
    throw error;
  }
  if (!Array.isArray(list)) reject("listDatasets", path, "must be a list of datasets", typeof list);
  const names = new Set<string>();
  for (const [i, entry] of list.entries()) {
    for (const member of ["name", "file"] as const) {
      if (typeof entry?.[member] === "string" && entry[member] !== "") continue;
      reject("listDatasets", `${path}, entry ${i}, ${member}`, "must be a string", entry?.[member] ?? "nothing");
    }
    if (!KERNELS.includes(entry.kernel)) {
      reject("listDatasets", `${path}, ${entry.name}, kernel`, `must be one of ${KERNELS.join(", ")}`, entry.kernel);
    }
    if (names.has(entry.name)) reject("listDatasets", `${path}, entry ${i}, name`, "must not occur twice", entry.name);
    names.add(entry.name);
  }
  return list;
}

/**
 * Reads one dataset: numbers as they are, categories as numbers; for the Hamming kernel all features one-hot coded.
 * @throws XpalError if a row has another number of cells than the header, or a cell is not a number.
 */
export function readDataset(folder: string, entry: DatasetEntry): Dataset & { readonly features: Matrix } {
  const path = join(folder, entry.file);
  const [header, ...rows] = parseCsv(readText(path));
  if (header === undefined || header.length < 2 || rows.length < 2) {
    reject("readDataset", path, "must have a header, two columns and two rows at least", `${rows.length} rows`);
  }
  rows.forEach((row, i) => {
    if (row.length === header.length) return;
    reject("readDataset", `${path}, row ${i + 2}`, `must have ${header.length} cells`, row.length);
  });
  const classCells = rows.map((row) => row[header.length - 1]);
  const classes = entry.classes ?? sortedValues(classCells);
  const classIndex = new Map(classes.map((name, y) => [name, y]));
  const labels = Uint32Array.from(classCells, (cell, i) => {
    const y = classIndex.get(cell);
    if (y === undefined) reject("readDataset", `${path}, row ${i + 2}, class`, "must be in the list of classes", cell);
    return y;
  });
  const columns = header.slice(0, -1).map((name, d) => ({ name, cells: rows.map((row) => row[d]) }));
  const features =
    entry.kernel === "hamming" ? allOneHot(columns.map(({ cells }) => cells)) : asNumbers(path, columns, entry);
  const widths = columns.map(({ name, cells }) => {
    return { name, features: entry.kernel === "hamming" ? sortedValues(cells).length : 1 };
  });
  return { name: entry.name, kernel: entry.kernel, features, classes, labels, columns: widths };
}

interface Column {
  readonly name: string;
  readonly cells: string[];
}

function asNumbers(path: string, columns: Column[], { categoricalFeatures = [] }: DatasetEntry): Matrix {
  const numbers = columns.map(({ name, cells }) => {
    if (categoricalFeatures.includes(name)) return coded(cells).numbers;
    return cells.map((cell, i) => {
      const value = cell.trim() === "" ? Number.NaN : Number(cell);
      if (Number.isFinite(value)) return value;
      const where = `${path}, row ${i + 2}, column ${JSON.stringify(name)}`;
      return reject("readDataset", where, "must be a number", cell, "name the column in categoricalFeatures");
    });
  });
  return transposed(numbers);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    return reject("readDataset", path, "must be a file that can be read", (error as NodeJS.ErrnoException).code);
  }
}
