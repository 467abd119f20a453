// The command line: every command with its options and help. A command is loaded when it is asked for; the overview
// needs no more than names and summaries, so `xpal --help` waits for no library.
import { readFileSync } from "node:fs";
import { Command } from "commander";
import type { Terminal } from "./terminal/terminal.ts";

/** What the overview says of a command, and where the command is. */
type Entry = readonly [summary: string, load: () => Promise<(terminal: Terminal) => Command>];

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  inspect: [
    "what a file holds, and how it would be read",
    async () => (await import("./usage/inspect.ts")).inspectCommand,
  ],
  suggest: [
    "the rows to label next, and what each answer is worth",
    async () => (await import("./usage/suggest.ts")).suggestCommand,
  ],
  label: [
    "label a file in the terminal, the most useful row first",
    async () => (await import("./usage/label.ts")).labelCommand,
  ],
  annotate: [
    "let a program answer, and say how often it is right",
    async () => (await import("./usage/annotate.ts")).annotateCommand,
  ],
  predict: [
    "classes for rows, from a labelled file or a stored model",
    async () => (await import("./usage/predict.ts")).predictCommand,
  ],
  forecast: [
    "how many more labels a target error will take",
    async () => (await import("./usage/forecast.ts")).forecastCommand,
  ],
  evaluate: [
    "how many labels each strategy would have needed",
    async () => (await import("./usage/evaluate.ts")).evaluateCommand,
  ],
  reproduce: [
    "the paper's experiment, with every table and figure",
    async () => (await import("./usage/reproduce.ts")).reproduceCommand,
  ],
  study: ["an experiment of your own from a plan file", async () => (await import("./usage/study.ts")).studyCommand],
  report: [
    "write the report of an experiment again from its store",
    async () => (await import("./usage/report.ts")).reportCommand,
  ],
  worker: [
    "let this machine work on the experiments of a queue",
    async () => (await import("./usage/worker.ts")).workerCommand,
  ],
  queue: [
    "experiments on a queue: progress, cancel, retry",
    async () => (await import("./usage/queue.ts")).queueCommand,
  ],
  datasets: ["datasets to try things out with", async () => (await import("./usage/datasets.ts")).datasetsCommand],
  studio: [
    "label in the browser; answers are kept on this machine",
    async () => (await import("./usage/studio.ts")).studioCommand,
  ],
  bridge: [
    "the order of labelling in Label Studio or Argilla",
    async () => (await import("./usage/bridge.ts")).bridgeCommand,
  ],
  demo: ["watch active learning on handwritten digits", async () => (await import("./usage/demo.ts")).demoCommand],
  completion: ["a script for your shell", async () => (await import("./usage/completion.ts")).completionCommand],
};

/**
 * The `xpal` command on a terminal. It throws instead of ending the process.
 * @param words What was asked: only the command that they name is loaded.
 */
export async function program(terminal: Terminal, words: readonly string[]): Promise<Command> {
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
  const [first, second] = words;
  const named = first === "help" ? second : first;
  for (const [name, [summary, load]] of Object.entries(COMMANDS)) {
    const isNeeded = name === named || named === "completion"; // which tells of all
    const command = isNeeded ? (await load())(terminal) : new Command(name);
    xpal.addCommand(command.summary(summary));
  }
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
  const wayOut = guess.replace(/^\(Did you mean (.*)\?\)$/, "did you mean $1?") || "xpal help lists commands";
  return `xpal: ${complaint.replace(/\.$/, "")}; ${wayOut}\n`;
}

/** The version of this package. */
function version(): string {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}
