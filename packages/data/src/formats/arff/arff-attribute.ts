// An @attribute line of an ARFF header.
import { reject } from "@xpal/core/check";
import { arffCells } from "./arff-cells.ts";

/** A column as the header declares it. */
export interface ArffAttribute {
  readonly name: string;
  readonly type: "number" | "text" | "date" | "nominal";
  readonly categories: readonly string[];
}

/** Reads what follows "@attribute". */
export function arffAttribute(rest: string, file: string, line: number): ArffAttribute {
  const where = `${file}, line ${line},`;
  const match = /^(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s{]+))\s*(.*)$/.exec(rest.trim());
  if (match === null || match[4] === "") reject("readArff", where, "must give an attribute a name and a type");
  const name = (match[1] ?? match[2] ?? match[3]).replace(/\\(.)/g, "$1");
  const declared = match[4].trim();
  if (declared.startsWith("{")) {
    const end = declared.lastIndexOf("}");
    const cells = end < 0 ? undefined : arffCells(declared.slice(1, end));
    if (cells === undefined) reject("readArff", where, "must close the list of categories");
    return { name, type: "nominal", categories: cells.map(({ text }) => text) };
  }
  const word = declared.split(/\s/)[0].toLowerCase();
  if (["numeric", "real", "integer"].includes(word)) return { name, type: "number", categories: [] };
  if (word === "string") return { name, type: "text", categories: [] };
  if (word === "date") return { name, type: "date", categories: [] };
  reject("readArff", where, "must have a type of numeric, real, integer, string, date or {categories}", declared);
}
