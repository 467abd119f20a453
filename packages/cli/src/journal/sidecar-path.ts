// Where what belongs to a file lies: beside the file itself, whatever links it is named by, so that each name finds it.
import { basename, dirname, join } from "node:path";
import { targetOf } from "../write-whole.ts";

/**
 * The path of a file with an ending, beside the file itself.
 * @example sidecarPath("fruit.csv", ".labels.jsonl") // "fruit.csv.labels.jsonl"
 */
export function sidecarPath(file: string, ending: string): string {
  const named = file.replace(/[\\/]+$/, ""); // a folder may end with a separator
  const real = targetOf(named);
  // Where only a folder above is a link, the name as it was typed is the shorter one.
  const isSame = join(targetOf(dirname(named)), basename(named)) === real;
  return `${isSame ? named : real}${ending}`;
}
