// The command line: every command with its options and help.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { completionCommand } from "./commands/completion.ts";
import { datasetsCommand } from "./commands/datasets.ts";
import { demoCommand } from "./commands/demo.ts";
import { evaluateCommand } from "./commands/evaluate.ts";
import { inspectCommand } from "./commands/inspect.ts";
import { labelCommand } from "./commands/label.ts";
import { predictCommand } from "./commands/predict.ts";
import { queueCommand } from "./commands/queue.ts";
import { reportCommand } from "./commands/report.ts";
import { reproduceCommand } from "./commands/reproduce.ts";
import { studioCommand } from "./commands/studio.ts";
import { studyCommand } from "./commands/study.ts";
import { suggestCommand } from "./commands/suggest.ts";
import { workerCommand } from "./commands/worker.ts";
import type { Terminal } from "./terminal/terminal.ts";

const COMMANDS = [
  inspectCommand,
  suggestCommand,
  labelCommand,
  predictCommand,
  evaluateCommand,
  reproduceCommand,
  studyCommand,
  reportCommand,
  workerCommand,
  queueCommand,
  datasetsCommand,
  studioCommand,
  demoCommand,
  completionCommand,
];

/** The `xpal` command on a terminal. It throws instead of ending the process. */
export function program(terminal: Terminal): Command {
  const xpal = new Command("xpal")
    .description("Which rows of your data to label next, and what each label is worth.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      getOutHelpWidth: () => Math.min(terminal.out.columns, 100),
      getErrHelpWidth: () => Math.min(terminal.err.columns, 100),
      outputError: (text, write) => write(oneSentence(text)),
    });
  for (const make of COMMANDS) xpal.addCommand(make(terminal));
  for (const command of [...xpal.commands, ...xpal.commands.flatMap((parent) => parent.commands)]) {
    command.copyInheritedSettings(xpal);
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
