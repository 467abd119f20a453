// `xpal bridge`: the order of labelling in programs that people have already. The studio's package has the bridges, and is
// loaded when one is started.
import type { Bridge, BridgeEvents } from "@xpal/studio";
import { Command, Option } from "commander";
import { reportLine } from "../bridge/report-line.ts";
import { secretOption } from "../bridge/secret-option.ts";
import { integer } from "../options.ts";
import { INK, painter } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What both bridges take. */
interface BridgeFlags {
  readonly url: string;
  readonly embeddings?: string;
  readonly field?: readonly string[];
  readonly count: number;
  readonly blind?: true;
  readonly kernel: "learn" | "auto";
  readonly seed: number;
  readonly every?: number;
  readonly once?: true;
  readonly yes?: true;
  readonly json?: true;
}

interface LabelStudioFlags extends BridgeFlags {
  readonly project: number;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly choices?: string;
  readonly port?: number;
  readonly host?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: string;
  readonly connect?: true;
}

interface ArgillaFlags extends BridgeFlags {
  readonly dataset: string;
  readonly workspace?: string;
  readonly apiKey?: string;
  readonly keyFile?: string;
  readonly question?: string;
  readonly vector?: string;
}

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
      "Serve as an ML backend of a Label Studio project: read its tasks and annotations, push fresh scores after each answer, the task to label first with the lowest score.",
    )
    .requiredOption("--project <number>", "the project, as 7 in /projects/7", integer("--project", 1))
    .option("--token <token>", "a personal access token or a legacy token; better in XPAL_LABEL_STUDIO_TOKEN or a file")
    .option("--token-file <file>", "a file with the token")
    .option("--choices <name>", "the <Choices> to learn, where there are several; the first by default")
    .option("--connect", "enter this backend in the project's settings, unless it is there")
    .option("--port <number>", "the port to listen on; 9090 by default", integer("--port", 0, 65_535))
    .option("--host <address>", "listen for other machines too; takes TLS by the options below, or --yes")
    .option("--tls-cert <file>", "certificate chain in PEM")
    .option("--tls-key <file>", "its key in PEM")
    .option("--behind-proxy <url>", "the https address of a proxy that passes requests on to --host")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal bridge label-studio --url http://localhost:8080 --project 1 --connect\n  xpal bridge label-studio --url http://localhost:8080 --project 1 --once --json",
    )
    .action((flags: LabelStudioFlags) => bridgeLabelStudio(flags, terminal));
}

function argillaCommand(terminal: Terminal): Command {
  return withCommon(new Command("argilla"))
    .summary("places and suggestions for the records of Argilla")
    .description(
      "Keep the records of an Argilla dataset in order: pull responses, push suggestions and the place of each record as the metadata property xpal_order, which people sort by.",
    )
    .requiredOption("--dataset <name>", "the name of the dataset")
    .option("--workspace <name>", "its workspace, where several have a dataset of that name")
    .option("--api-key <key>", "the key of an owner or admin; better in XPAL_ARGILLA_KEY or a file")
    .option("--key-file <file>", "a file with the key")
    .option("--question <name>", "the question to learn, where there are several; the first label question by default")
    .option("--vector <name>", "compare records by the vectors of this name that they have")
    .addHelpText(
      "after",
      "\nExamples:\n  xpal bridge argilla --url http://localhost:6900 --dataset tickets\n  xpal bridge argilla --url http://localhost:6900 --dataset tickets --once --json",
    )
    .action((flags: ArgillaFlags) => bridgeArgilla(flags, terminal));
}

function withCommon(command: Command): Command {
  return command
    .requiredOption("--url <address>", "where the other program is, such as http://localhost:8080")
    .option("--field <name>", "compare items by this value instead of what people see; may be repeated", added)
    .option(
      "--embeddings <file>",
      "vectors for the items: a table with a column of the same name as one of their values",
    )
    .option("--count <number>", "how many items are given a place in the order", integer("--count", 1, 10_000), 100)
    .option("--blind", "push the order only, so that no predicted class leads anybody")
    .addOption(
      new Option("--kernel <name>", "learn what makes items similar from the answers, or stay as at the start")
        .choices(["learn", "auto"])
        .default("learn"),
    )
    .option("--seed <number>", "seed of all random choices", integer("--seed", 0), 0)
    .option("--every <seconds>", "how often to look for answers that were not heard of", integer("--every", 1, 86_400))
    .option("--once", "do one round and end")
    .option("--yes", "agree that the other program is on another machine")
    .option("--json", "print each round as one line of JSON");
}

function added(name: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, name])];
}

async function bridgeLabelStudio(flags: LabelStudioFlags, terminal: Terminal): Promise<void> {
  const { project, choices, port, host, tlsCert, tlsKey, behindProxy, connect } = flags;
  const token = secretOption({
    ...{ option: "--token", given: flags.token, fileOption: "--token-file", file: flags.tokenFile },
    variable: "XPAL_LABEL_STUDIO_TOKEN",
  });
  const { startLabelStudioBridge } = await import("@xpal/studio");
  const places = given({ choices, port, host, tlsCert, tlsKey, behindProxy, connect });
  await untilStopped(flags, terminal, () =>
    startLabelStudioBridge({
      ...{ project, token, ...common(flags), ...places, ...events(flags, terminal, "task") },
      onAddress: (url) => {
        const { bold } = painter(terminal.err.colour);
        terminal.err.write(`The address of the backend, for Settings, Model in Label Studio: ${bold(url)}\n`);
      },
    }),
  );
}

async function bridgeArgilla(flags: ArgillaFlags, terminal: Terminal): Promise<void> {
  const { dataset, workspace, question, vector } = flags;
  const apiKey = secretOption({
    ...{ option: "--api-key", given: flags.apiKey, fileOption: "--key-file", file: flags.keyFile },
    variable: "XPAL_ARGILLA_KEY",
  });
  const { startArgillaBridge } = await import("@xpal/studio");
  await untilStopped(flags, terminal, () =>
    startArgillaBridge({
      ...{ dataset, apiKey, ...common(flags), ...given({ workspace, question, vector }) },
      ...events(flags, terminal, "record"),
    }),
  );
}

function common({ url, embeddings, field, count, blind, kernel, seed, every, once, yes }: BridgeFlags) {
  const model = kernel === "auto" ? ("paper" as const) : ("learn" as const);
  return { url, count, seed, model, ...given({ embeddings, fields: field, blind, every, once, yes }) };
}

function events({ json }: BridgeFlags, { out, err }: Terminal, noun: string): BridgeEvents {
  const paint = painter(err.colour);
  const said = new Set<string>();
  const note = (message: string) => err.write(`${paint(INK.warn, "note:")} ${message}\n`);
  return {
    onReport: (report) => {
      out.write(`${json ? JSON.stringify(report) : reportLine(report, noun)}\n`);
      for (const message of report.notices) {
        if (!json && !said.has(message)) note(message);
        said.add(message);
      }
    },
    onFailure: (message) => note(`${message}; it is tried again`),
  };
}

/** Runs a bridge until Ctrl-C, or for one round. */
async function untilStopped({ once }: BridgeFlags, terminal: Terminal, start: () => Promise<Bridge>): Promise<void> {
  await terminal.untilInterrupted(async (signal) => {
    const bridge = await start();
    if (once !== true) {
      terminal.err.write("Stop with Ctrl-C; everything is kept in the other program.\n");
      await new Promise<void>((stop) => {
        if (signal.aborted) stop();
        signal.addEventListener("abort", () => stop(), { once: true });
      });
    }
    await bridge.close();
  });
}

/** Without what was not given. */
function given<T extends object>(flags: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as never;
}
