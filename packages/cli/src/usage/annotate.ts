// How `xpal annotate` is called: arguments, options, help. What it does is loaded when it runs.
import { Command, InvalidArgumentError } from "commander";
import type { AnnotateOptions } from "../commands/annotate.ts";
import { integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { withProjectOptions } from "./project-options.ts";

/** The command with its options and help. */
export function annotateCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("annotate"), "learned")
    .description(
      "Let a program label the rows that xPAL chooses, and report how often it is right on rows that already have a label. The program is any OpenAI-compatible server, such as Ollama or vLLM on this machine; rows are sent to another machine only with --yes.",
    )
    .argument("<file>", "the table; rows with a label, here or in FILE.labels.jsonl, are used for the audit")
    .requiredOption("--endpoint <url>", "the server, such as http://localhost:11434/v1")
    .requiredOption("--model <name>", "the model to ask for")
    .option("-n, --count <number>", "how many rows to ask about", integer("--count", 0), 20)
    .option("--audit <number>", "how many labelled rows to ask about for the audit", integer("--audit", 0), 20)
    .option("--describe <class=text>", "a description of a class; may be repeated", described)
    .option("--guidelines <file>", "a text file with the guidelines that people who label are given")
    .option("--concurrency <number>", "questions at a time", integer("--concurrency", 1, 64), 4)
    .option("--timeout <seconds>", "how long an answer may take", integer("--timeout", 1, 3600), 60)
    .option("--price <sent,received>", "price of a million tokens sent and received, such as 0.15,0.60", price)
    .option(
      "--key-file <file>",
      "a file with the key of the server; by default the variable XPAL_ANNOTATOR_KEY; most local servers need none",
    )
    .option("--out <file>", "write the answers as CSV")
    .option("--yes", "agree that rows are sent to another machine")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExample:\n  xpal annotate tickets.csv --label kind --endpoint http://localhost:11434/v1 --model llama3.2 --out answers.csv",
    )
    .action(async (file: string, options: AnnotateOptions) =>
      (await import("../commands/annotate.ts")).annotate(file, options, terminal),
    );
}

function described(text: string, before: ReadonlyMap<string, string> = new Map()): Map<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("It must be CLASS=TEXT.");
  return new Map([...before, [text.slice(0, at), text.slice(at + 1)]]);
}

function price(text: string): { sent: number; received: number } {
  const [sent, received = Number.NaN, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (sent >= 0 && received >= 0 && more.length === 0) return { sent, received };
  throw new InvalidArgumentError("It must be two numbers of at least 0, such as 0.15,0.60.");
}
