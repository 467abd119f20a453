// "-" for a file is what is piped in: it is kept in a folder of its own until the command ends, since tables are read more than once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Commands that read a table and keep nothing beside it; `label` needs the keys that come from there. */
const READERS: readonly string[] = ["inspect", "suggest", "predict", "forecast", "evaluate"];

/**
 * The words of a command line with the name of a file instead of "-".
 * @param read Gives all that is piped in.
 */
export function withStandardInput(
  words: readonly string[],
  read: () => Uint8Array = () => readFileSync(0),
): { readonly words: readonly string[]; readonly end: () => void } {
  const at = words.indexOf("-", 1);
  if (at < 0 || !READERS.includes(words[0]) || words[at - 1].startsWith("--")) return { words, end: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), "xpal-stdin-"));
  const path = join(folder, "stdin");
  writeFileSync(path, read());
  return {
    words: words.map((word, i) => (i === at ? path : word)),
    end: () => rmSync(folder, { recursive: true, force: true }),
  };
}
