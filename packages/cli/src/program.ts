// The command line: every command with its options and help.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { demoCommand } from "./commands/demo.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { labelCommand } from "./commands/label.ts";
import { predictCommand } from "./commands/predict.ts";
import { suggestCommand } from "./commands/suggest.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** The `xpal` command on a terminal. It throws instead of ending the process. */
export function program(terminal: Terminal): Command {
  const xpal = new Command("xpal")
    .description("Which rows of your data to label next, and what each label is worth.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      getOutHelpWidth: () => Math.min(terminal.out.columns, 100),
      getErrHelpWidth: () => Math.min(terminal.err.columns, 100),
      outputError: (text, write) => write(oneSentence(text)),
    });
  for (const command of [
    suggestCommand(terminal),
    labelCommand(terminal),
    predictCommand(terminal),
    evaluateCommand(terminal),
    demoCommand(terminal),
  ]) {
    xpal.addCommand(command.copyInheritedSettings(xpal));
  }
  return xpal;
}

/** Commander's complaint in our form: "xpal: unknown option '--sed'; did you mean --seed?". */
function oneSentence(text: string): string {
  const [complaint, guess = ""] = text
    .replace(/^error: /, "")
    .trim()
    .split("\n");
  const wayOut = guess.replace(/^\(Did you mean (.*)\?\)$/, "did you mean $1?") || "xpal help says what there is";
  return `xpal: ${complaint.replace(/\.$/, "")}; ${wayOut}\n`;
}

/** The version of this package. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
