// NumPy's archives of arrays: one of the arrays holds the vectors; lists of numbers beside it name the rows.
import type { Matrix } from "@xpal/core";
import { checkOneOf, reject } from "@xpal/core/check";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { unzip } from "../zip/unzip.ts";
import { readNpy } from "./read-npy.ts";

/**
 * A matrix from an array in an .npz file.
 * @param array The array's name; it may be left out if there is only one, or only one of several columns.
 * @throws XpalError if the archive is damaged or the array cannot be told.
 */
export function readNpz(bytes: Uint8Array, array?: string, name = "the file"): Matrix {
  return choose(bytes, array, name).chosen;
}

/**
 * A table from an .npz file: a column of vectors, and a column of numbers for each list that is as long.
 * @throws XpalError if the archive is damaged or the array cannot be told.
 */
export function readNpzTable(bytes: Uint8Array, array: string | undefined, name: string, vectors: string): Table {
  const { chosen, others } = choose(bytes, array, name);
  const lists = others.flatMap(([list, { rows, cols, data }]): Column[] =>
    cols === 1 && rows === chosen.rows && list !== vectors ? [{ name: list, type: "number", values: data }] : [],
  );
  return makeTable([...lists, { name: vectors, type: "vector", values: chosen }], { source: name });
}

/** The names of the arrays in an .npz file. */
export function arrayNames(bytes: Uint8Array, name = "the file"): string[] {
  return [...unzip("readNpz", name, bytes, (path) => path.endsWith(".npy")).keys()].map((path) => path.slice(0, -4));
}

function choose(bytes: Uint8Array, array: string | undefined, name: string) {
  const files = unzip("readNpz", name, bytes, (path) => path.endsWith(".npy"));
  const names = [...files.keys()].map((path) => path.slice(0, -4));
  if (names.length === 0) reject("readNpz", name, "must hold an array");
  const read = (one: string) => readNpy(files.get(`${one}.npy`) as Uint8Array, `${name}, array ${one}`);
  if (array !== undefined) {
    checkOneOf("readNpz", "array", array, names);
    return { chosen: read(array), others: [] };
  }
  if (names.length === 1) return { chosen: read(names[0]), others: [] };
  const arrays = names.map((one): [string, Matrix] => [one, read(one)]);
  const wide = arrays.filter(([, { cols }]) => cols > 1);
  if (wide.length !== 1) reject("readNpz", "array", `must be given, since ${name} holds ${names.join(", ")}`);
  return { chosen: wide[0][1], others: arrays.filter((one) => one !== wide[0]) };
}
