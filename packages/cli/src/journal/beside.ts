// Where what belongs to a file lies: beside it, under its name and an ending. A file may be named by a symbolic link, and
// answers to one file must not be in two places (docs/decisions/0467-answers-beside-a-link.md).
import { existsSync } from "node:fs";
import { targetOf } from "../write-whole.ts";

/** The path beside a file as it is named, and the one beside the file itself where the name is a link. */
export function placesBeside(file: string, ending: string): string[] {
  const own = `${file.replace(/[\\/]+$/, "")}${ending}`;
  const real = `${targetOf(file)}${ending}`;
  return targetOf(own) === targetOf(real) ? [own] : [own, real];
}

/** The one that is there; if none is, the path beside the file as it is named. */
export function beside(file: string, ending: string): string {
  const places = placesBeside(file, ending);
  return places.find((path) => existsSync(path)) ?? places[0];
}
