// One command line from words to exit code: 0 done, 1 failed, 2 bad input. Errors are turned into words here and
// nowhere else.
import { type Command, CommanderError } from "commander";
import { program } from "./program.ts";
import { CLEAR_LINE } from "./terminal/progress.ts";
import type { Terminal } from "./terminal/terminal.ts";
import { newLabelWords } from "./usage/new-label-words.ts";

/** Runs the command that the given words (argv without node and script) ask for. */
export async function run(given: readonly string[], terminal: Terminal): Promise<number> {
  const words = newLabelWords(given);
  const xpal = await program(terminal, words);
  try {
    await xpal.parseAsync(words, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { explain } = await import("./explain.ts"); // it knows the library's errors, and needs the library for that
    const { sentence, exitCode } = explain(error, nameOf(xpal, words));
    terminal.err.write(`${terminal.err.isTerminal ? CLEAR_LINE : ""}${sentence}\n`);
    if (terminal.debug && error instanceof Error) terminal.err.write(`${error.stack}\n`);
    return exitCode;
  }
}

/** The command that words ask for, with its part where it has parts: "xpal studio move". */
function nameOf(command: Command, [word, ...more]: readonly string[]): string {
  const part = command.commands.find((one) => one.name() === word);
  return part === undefined ? command.name() : `${command.name()} ${nameOf(part, more)}`;
}
