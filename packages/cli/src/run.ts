// One command line from words to exit code: 0 done, 1 failed, 2 bad input. Errors are turned into words here and
// nowhere else.
import { CommanderError } from "commander";
import { XpalError } from "xpal";
import { program } from "./program.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Runs the command that `words` (argv without node and script) ask for. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await program(terminal).parseAsync([...words], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { sentence, exitCode } = explain(error, words);
    terminal.err.write(`${sentence}\n`);
    if (terminal.debug && error instanceof Error) terminal.err.write(`${error.stack}\n`);
    return exitCode;
  }
}

/** What to tell the user. A refusal names the command instead of the library function that refused. */
function explain(error: unknown, words: readonly string[]): { sentence: string; exitCode: number } {
  const command = ["xpal", ...words.slice(0, 1).filter((word) => /^[a-z]+$/.test(word))].join(" ");
  if (error instanceof XpalError) {
    const rest = error.message.startsWith(`${error.who}: `) ? error.message.slice(error.who.length + 2) : error.message;
    return { sentence: `${command}: ${rest}`, exitCode: 2 };
  }
  const cause = error instanceof Error ? error.message : String(error);
  const [firstLine] = cause.split("\n");
  return { sentence: `${command}: failed (${firstLine}); set XPAL_DEBUG=1 to see where`, exitCode: 1 };
}
