// NumPy's archives of arrays to a matrix: one of the arrays is taken.
import type { Matrix } from "xpal";
import { checkOneOf, refuse } from "../../check.ts";
import { unzip } from "../zip/unzip.ts";
import { readNpy } from "./read-npy.ts";

/**
 * A matrix from an array in an .npz file.
 * @param array The array's name; it may be left out if there is only one of two dimensions.
 * @throws XpalError if the archive is damaged or the array cannot be told.
 */
export function readNpz(bytes: Uint8Array, array?: string, name = "the file"): Matrix {
  const files = unzip("readNpz", name, bytes, (path) => path.endsWith(".npy"));
  const names = [...files.keys()].map((path) => path.slice(0, -4));
  if (names.length === 0) refuse("readNpz", name, "must hold an array");
  if (array !== undefined) checkOneOf("readNpz", "array", array, names);
  else if (names.length > 1) {
    refuse("readNpz", "array", `must be given, since ${name} holds ${names.join(", ")}`);
  }
  const chosen = array ?? names[0];
  return readNpy(files.get(`${chosen}.npy`) as Uint8Array, `${name}, array ${chosen}`);
}
