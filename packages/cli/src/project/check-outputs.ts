// A command that is told to write where it reads would replace rows and labels by what it made of them, and answers
// that wait in a journal would be lost. Such paths are rejected before anything is read.
import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { formatOf } from "@xpal/data";
import { journalPath } from "../journal/journal.ts";
import { checkWritable, targetOf } from "../write-whole.ts";

/**
 * Rejects paths that cannot be written to, or where something lies that must not be replaced.
 * @param outputs The paths to write to, by option.
 * @param inputs The files that the command reads.
 * @throws XpalError if a path is a folder or may not be written, is one of the inputs or another output, or holds the
 * journal, the settings or the rows of a table that is being labelled.
 */
export function checkOutputs(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly (string | undefined)[] = [],
): void {
  const written: { option: string; path: string }[] = [];
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue;
    checkWritable(option, path);
    const input = inputs.find((one) => one !== undefined && isSameFile(one, path));
    if (input !== undefined) reject(option, "must not be a file that this command reads", path);
    const other = written.find((one) => isSameFile(one.path, path));
    if (other !== undefined) reject(option, `must not be the file of ${other.option}`, path);
    for (const place of new Set([path, targetOf(path)])) checkKept(option, place);
    written.push({ option, path });
  }
}

/**
 * Rejects a path whose name says another format than the CSV that is written there.
 * @throws XpalError if it ends in .jsonl, .xlsx, .parquet or the like.
 */
export function checkCsvName(option: string, path: string | undefined): void {
  if (path === undefined || (!/\.zip$/i.test(path) && formatOf(new Uint8Array(0), basename(path)) === "csv")) return;
  const wayOut = `for instance ${option} ${path.replace(/\.\w+$/, ".csv")}`;
  reject(option, "must not name another format than CSV, which is written there", path, wayOut);
}

/** The files that options name and every command of a table reads. */
export function optionFiles({ recipe, costs, embeddings }: OptionFiles): (string | undefined)[] {
  return [recipe, costs, embeddings];
}

interface OptionFiles {
  readonly recipe?: string;
  readonly costs?: string;
  readonly embeddings?: string;
}

function checkKept(option: string, path: string): void {
  if (!existsSync(path)) return;
  if (/\.labels\.jsonl$/.test(path)) reject(option, "must not be a journal, which holds answers", path);
  if (/\.xpal\.json$/.test(path)) reject(option, "must not be the settings of a table", path);
  if (existsSync(journalPath(path))) {
    const rule = `must not be a table that is being labelled, but ${journalPath(path)} has answers for it`;
    reject(option, rule, path, "choose another path, or merge the answers first");
  }
}

/** Whether two paths name one file; devices such as /dev/stdout may be named twice. */
function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  if (one === undefined || other === undefined) return resolve(targetOf(a)) === resolve(targetOf(b));
  return one.isFile() && one.ino === other.ino && one.dev === other.dev;
}

function reject(argument: string, rule: string, value: string, wayOut = "choose another path"): never {
  throw new XpalError("bad-argument", { who: "checkOutputs", argument, rule, value, wayOut });
}
