// Runs a command inside the test's own process: the same code as the built command, without the start of a process.
import { run } from "../../src/run.ts";
import { fakeTerminal } from "./fake-terminal.ts";

/** What a command left behind. */
export interface Ending {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `xpal WORDS` in a folder; `keys` are pressed one after the other, `queue` is what XPAL_QUEUE would name. */
export async function runHere(folder: string, words: readonly string[], keys = "", queue?: string): Promise<Ending> {
  const terminal = fakeTerminal({ keys: [...keys], ...(queue === undefined ? {} : { queueAddress: queue }) });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const code = await run(words, terminal);
    return { code, out: terminal.outText(), err: terminal.errText() };
  } finally {
    process.chdir(before);
  }
}
