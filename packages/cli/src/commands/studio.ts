// `xpal studio`: label in the browser, on a server of this machine. The studio is loaded when it is needed, so that the
// other commands start as fast as without it.
import type { ReachOptions, RebuiltProject, StudioPlace } from "@xpal/studio";
import { Command } from "commander";
import { XpalError } from "xpal";
import { folders, integer } from "../options.ts";
import { painter } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { moveCommand } from "./studio-move.ts";

interface PlaceFlags {
  readonly dataDir?: string;
  readonly database?: string;
}

interface StudioFlags extends PlaceFlags {
  readonly port?: number;
  readonly open: boolean;
  readonly host?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: string;
  readonly models?: readonly string[];
}

/** The command with its parts. */
export function studioCommand(terminal: Terminal): Command {
  return withPlace(new Command("studio"))
    .description("Label in the browser with one key per item: a server on this machine, and nothing leaves it.")
    .argument("[file]", "a table, a folder or a project to begin with")
    .option("--port <number>", "the port; 4321 or the next free one by default", integer("--port", 0, 65_535))
    .option("--no-open", "do not open a browser")
    .option("--host <address>", "listen for other machines too; takes TLS, by the options below")
    .option("--tls-cert <file>", "certificate chain in PEM")
    .option("--tls-key <file>", "its key in PEM")
    .option("--behind-proxy <url>", "the https address of a proxy that people open, which passes requests on to --host")
    .option(
      "--models <folder>",
      "a folder that the import page may take models in ONNX from; may be repeated",
      folders("--models"),
    )
    .addCommand(backupCommand(terminal))
    .addCommand(rebuildCommand(terminal))
    .addCommand(moveCommand(terminal))
    .addHelpText(
      "after",
      "\nTo begin:\n  xpal studio flowers.csv\n\nFor other machines:\n  xpal studio --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem\n\nExamples:\n  xpal studio rebuild --data-dir studio\n  xpal studio backup copy.sqlite --data-dir studio",
    )
    .action((file: string | undefined, flags: StudioFlags) => serve(file, flags, terminal));
}

function withPlace(command: Command): Command {
  return command
    .option("--data-dir <folder>", "where projects are kept; .xpal/studio in your home by default")
    .option("--database <url>", "keep projects in PostgreSQL: postgres://user:password@host:port/database");
}

async function serve(file: string | undefined, flags: StudioFlags, terminal: Terminal): Promise<void> {
  const { startStudio } = await import("@xpal/studio");
  const paint = painter(terminal.out.colour);
  let told = 0;
  const studio = await startStudio({
    ...placeOf(flags, terminal),
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...reachOf(flags),
    ...(file === undefined ? {} : { file }),
    ...(flags.models === undefined ? {} : { modelFolders: flags.models }),
    open: flags.open && terminal.out.isTerminal,
    onAddress: (url) => {
      const [before, after] = told++ === 0 ? ["Open", " (works once)"] : ["For another browser:", ""];
      terminal.out.write(`${before} ${paint.bold(url)}${after}\n`);
    },
  });
  terminal.out.write("Stop with Ctrl-C; every answer is saved as you give it.\n");
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await studio.close();
}

function backupCommand(terminal: Terminal): Command {
  return withPlace(new Command("backup"))
    .description("write all projects to a new file, also while the studio runs")
    .argument("<file>", "the file to write; it must not exist yet")
    .addHelpText("after", "\nExample:\n  xpal studio backup projects.sqlite --data-dir studio")
    .action(async (file: string, _: object, command: Command) => {
      const { backupStudio } = await import("@xpal/studio");
      await backupStudio(file, placeOf(command.optsWithGlobals(), terminal));
      terminal.out.write(`Written to ${file}.\n`);
    });
}

function rebuildCommand(terminal: Terminal): Command {
  return withPlace(new Command("rebuild"))
    .description("check the store and rebuild every project's state from its log")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal studio rebuild --data-dir studio")
    .action(async (flags: { json?: true }, command: Command) => {
      const { rebuildStudio } = await import("@xpal/studio");
      const projects = await rebuildStudio(placeOf(command.optsWithGlobals(), terminal));
      if (flags.json) terminal.out.write(`${JSON.stringify({ projects })}\n`);
      else if (projects.length === 0) terminal.out.write("The store is sound; it holds no project.\n");
      else {
        const rows = projects.map(({ title, events, labelled, setAside }) => [
          title,
          `${events}`,
          `${labelled}`,
          `${setAside}`,
        ]);
        const { columns, colour } = terminal.out;
        const lines = textTable(["project", "events", "labelled", "set aside"], rows, {
          right: [1, 2, 3],
          columns,
          paint: painter(colour),
        });
        terminal.out.write(`${lines.join("\n")}\n`);
        for (const line of projects.flatMap(notesOf)) terminal.out.write(`${line}\n`);
      }
      if (projects.some(({ faults }) => faults.length > 0)) process.exitCode = 2;
    });
}

function notesOf({ title, overtaken, repaired, faults }: RebuiltProject): string[] {
  const late =
    overtaken === 0
      ? []
      : [`${overtaken} of its events came after others that they did not know of; the later answer counts`];
  const lines = [
    ...late,
    ...repaired.map((what) => `repaired: ${what}`),
    ...faults.map((what) => `not repaired: ${what}`),
  ];
  return lines.map((line) => `${title}: ${line}.`);
}

function reachOf({ host, tlsCert, tlsKey, behindProxy }: StudioFlags): ReachOptions {
  const given = Object.entries({ host, tlsCert, tlsKey, behindProxy }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** The folder and the database: as the options say, else the environment, where passwords are better kept. */
function placeOf({ dataDir, database: given }: PlaceFlags, { databaseAddress }: Terminal): StudioPlace {
  // A folder that is named is meant, whatever the environment says.
  const database = given ?? (dataDir === undefined ? databaseAddress : undefined);
  if (database !== undefined && !/^postgres(ql)?:\/\//.test(database)) {
    throw new XpalError("bad-argument", {
      who: "xpal studio",
      argument: given === undefined ? "XPAL_DATABASE" : "--database",
      rule: "must be an address such as postgres://user:password@host:port/database",
      wayOut: "--data-dir names a folder",
    });
  }
  return { ...(dataDir === undefined ? {} : { dataDir }), ...(database === undefined ? {} : { store: database }) };
}
