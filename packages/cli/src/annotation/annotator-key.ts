// The key of a server: from a file or the environment, never from the command line, which other people of the machine can read.
import { readFileSync } from "node:fs";
import { XpalError } from "@xpal/core";

/** The key; undefined if neither a variable nor a file gives one. */
export function annotatorKey(file: string | undefined): string | undefined {
  const text = file === undefined ? process.env.XPAL_ANNOTATOR_KEY : readText("--key-file", file);
  const key = text?.trim();
  if (key === undefined || key === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const argument = file === undefined ? "XPAL_ANNOTATOR_KEY" : "--key-file";
  throw new XpalError("bad-argument", { who: "xpal", argument, rule: "must hold one line without spaces: the key" });
}

/** The text of a file that an option names. */
export function readText(argument: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const rule = `must be a file that can be read (${(error as NodeJS.ErrnoException).code})`;
    throw new XpalError("bad-argument", { who: "xpal", argument, rule, value: file });
  }
}
