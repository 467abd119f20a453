// The command line: every command with its options and help.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Terminal } from "./terminal/terminal.ts";

/** Each command is loaded when it is needed, so that none waits for the libraries of the others; in the order of the help. */
const COMMANDS: Readonly<Record<string, () => Promise<(terminal: Terminal) => Command>>> = {
  inspect: async () => (await import("./commands/inspect.ts")).inspectCommand,
  suggest: async () => (await import("./commands/suggest.ts")).suggestCommand,
  label: async () => (await import("./commands/label.ts")).labelCommand,
  predict: async () => (await import("./commands/predict.ts")).predictCommand,
  evaluate: async () => (await import("./commands/evaluate.ts")).evaluateCommand,
  reproduce: async () => (await import("./commands/reproduce.ts")).reproduceCommand,
  study: async () => (await import("./commands/study.ts")).studyCommand,
  report: async () => (await import("./commands/report.ts")).reportCommand,
  worker: async () => (await import("./commands/worker.ts")).workerCommand,
  queue: async () => (await import("./commands/queue.ts")).queueCommand,
  datasets: async () => (await import("./commands/datasets.ts")).datasetsCommand,
  studio: async () => (await import("./commands/studio.ts")).studioCommand,
  demo: async () => (await import("./commands/demo.ts")).demoCommand,
  completion: async () => (await import("./commands/completion.ts")).completionCommand,
};

/**
 * The `xpal` command on a terminal. It throws instead of ending the process.
 * @param words What was asked: a command that is named alone needs no other.
 */
export async function program(terminal: Terminal, words: readonly string[]): Promise<Command> {
  const [first = ""] = words;
  const alone = Object.hasOwn(COMMANDS, first) && first !== "completion"; // which tells of all
  const makers = await Promise.all((alone ? [COMMANDS[first]] : Object.values(COMMANDS)).map((load) => load()));
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
  for (const make of makers) xpal.addCommand(make(terminal));
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
