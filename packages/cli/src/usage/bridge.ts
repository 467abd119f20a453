// How `xpal bridge` is called: its two parts, their options and help. What they do is loaded when they run.
import { Command, Option } from "commander";
import type { ArgillaFlags, LabelStudioFlags } from "../commands/bridge.ts";
import { integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The command with its parts. */
export function bridgeCommand(terminal: Terminal): Command {
  return new Command("bridge")
    .description(
      "Keep the items of Label Studio or Argilla in the order in which they are best labelled, while people label there.",
    )
    .addCommand(labelStudioCommand(terminal))
    .addCommand(argillaCommand(terminal))
    .addHelpText(
      "after",
      "\nExamples:\n  xpal bridge label-studio --url http://localhost:8080 --project 1\n  xpal bridge argilla --url http://localhost:6900 --dataset tickets",
    );
}

function labelStudioCommand(terminal: Terminal): Command {
  return withCommon(new Command("label-studio"))
    .summary("an ML backend for Label Studio")
    .description(
      "Serve as an ML backend of a Label Studio project: read its tasks and annotations, and push new scores after each answer. The task to label first has the lowest score.",
    )
    .requiredOption("--project <number>", "the project, as 7 in /projects/7", integer("--project", 1))
    .option("--token <token>", "a personal access token or a legacy token; better in XPAL_LABEL_STUDIO_TOKEN or a file")
    .option("--token-file <file>", "a file with the token")
    .option("--choices <name>", "the <Choices> to learn, if there are several; the first by default")
    .option("--connect", "add this backend to the project's settings if it is not there yet")
    .option("--port <number>", "the port to listen on; 9090 by default", integer("--port", 0, 65_535))
    .option(
      "--host <address>",
      "accept connections from other machines; requires TLS, set up by the options below, or --yes",
    )
    .option("--tls-cert <file>", "certificate chain in PEM")
    .option("--tls-key <file>", "its key in PEM")
    .option("--behind-proxy <url>", "the https address of a proxy that passes requests on to --host")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal bridge label-studio --url http://localhost:8080 --project 1 --connect\n  xpal bridge label-studio --url http://localhost:8080 --project 1 --once --json",
    )
    .action(async (flags: LabelStudioFlags) =>
      (await import("../commands/bridge.ts")).bridgeLabelStudio(flags, terminal),
    );
}

function argillaCommand(terminal: Terminal): Command {
  return withCommon(new Command("argilla"))
    .summary("an order and suggestions for the records of Argilla")
    .description(
      "Keep the records of an Argilla dataset in order: pull responses, push suggestions and the place of each record as the metadata property xpal_order, which people sort by.",
    )
    .requiredOption("--dataset <name>", "the name of the dataset")
    .option("--workspace <name>", "its workspace, if several have a dataset of that name")
    .option("--api-key <key>", "the key of an owner or admin; better in XPAL_ARGILLA_KEY or a file")
    .option("--key-file <file>", "a file with the key")
    .option("--question <name>", "the question to learn, if there are several; the first label question by default")
    .option("--vector <name>", "compare records by their vectors of this name")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal bridge argilla --url http://localhost:6900 --dataset tickets\n  xpal bridge argilla --url http://localhost:6900 --dataset tickets --once --json",
    )
    .action(async (flags: ArgillaFlags) => (await import("../commands/bridge.ts")).bridgeArgilla(flags, terminal));
}

function withCommon(command: Command): Command {
  return command
    .requiredOption("--url <address>", "the address of the other program, such as http://localhost:8080")
    .option("--field <name>", "compare items by this value instead of what people see; may be repeated", added)
    .option(
      "--embeddings <file>",
      "vectors for the items: a table with a column of the same name as one of their values",
    )
    .option("--count <number>", "how many items are given a place in the order", integer("--count", 1, 10_000), 100)
    .option("--blind", "push only the order, without predicted classes, so that these influence nobody")
    .addOption(
      new Option(
        "--kernel <name>",
        "learn: learns from the answers what makes items similar; auto: keeps the kernel it starts with",
      )
        .choices(["learned", "auto"])
        .default("learned"),
    )
    .option("--seed <number>", "seed of all random choices", integer("--seed", 0), 0)
    .option("--every <seconds>", "seconds between two checks for new answers", integer("--every", 1, 86_400))
    .option("--once", "do one round and end")
    .option("--yes", "agree to exchange data with another machine")
    .option("--json", "print each round as one line of JSON");
}

function added(name: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, name])];
}
