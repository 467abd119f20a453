// How `xpal studio` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { StudioFlags } from "../commands/studio.ts";
import { folders, integer } from "../options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { moveCommand } from "./studio-move.ts";

/** The command with its parts. */
export function studioCommand(terminal: Terminal): Command {
  return withPlace(new Command("studio"))
    .description("Label in the browser with one key per item. The server runs on this machine, and no data leaves it.")
    .argument("[file]", "a table, a folder or a project to begin with")
    .option("--port <number>", "the port; 4321 or the next free one by default", integer("--port", 0, 65_535))
    .option("--no-open", "do not open a browser")
    .option("--host <address>", "accept connections from other machines; requires TLS, set up by the options below")
    .option("--tls-cert <file>", "certificate chain in PEM")
    .option("--tls-key <file>", "the private key in PEM")
    .option("--behind-proxy <url>", "the https address of a proxy that people open, which passes requests on to --host")
    .option(
      "--models <folder>",
      "a folder with ONNX models that the import page offers; may be repeated",
      folders("--models"),
    )
    .option(
      "--files <folder>",
      "a folder whose files admins may import by name in the page, without an upload; may be repeated",
      folders("--files"),
    )
    .option("--stream", "work on a sample of files of this machine; always done for files larger than memory")
    .addCommand(backupCommand(terminal))
    .addCommand(rebuildCommand(terminal))
    .addCommand(moveCommand(terminal))
    .addHelpText(
      "after",
      "\nTo begin:\n  xpal studio flowers.csv\n\nFor other machines:\n  xpal studio --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem\n\nSeveral servers on one database:\n  set XPAL_SECRET to the same text of at least 32 characters for each\n\nExamples:\n  xpal studio rebuild --data-dir studio\n  xpal studio backup copy.sqlite --data-dir studio",
    )
    .action(async (file: string | undefined, flags: StudioFlags) =>
      (await import("../commands/studio.ts")).serve(file, flags, terminal),
    );
}

function withPlace(command: Command): Command {
  return command
    .option("--data-dir <folder>", "where projects are kept; .xpal/studio in your home by default")
    .option("--database <url>", "keep projects in PostgreSQL: postgres://user:password@host:port/database");
}

function backupCommand(terminal: Terminal): Command {
  return withPlace(new Command("backup"))
    .description("write all projects to a new file, also while the studio runs")
    .argument("<file>", "the file to write; it must not exist yet")
    .addHelpText("after", "\nExample:\n  xpal studio backup projects.sqlite --data-dir studio")
    .action(async (file: string, _: object, command: Command) => {
      const { backup } = await import("../commands/studio.ts");
      await backup(file, command.optsWithGlobals(), terminal);
    });
}

function rebuildCommand(terminal: Terminal): Command {
  return withPlace(new Command("rebuild"))
    .description("check the store and rebuild every project's state from its log")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal studio rebuild --data-dir studio")
    .action(async (_: object, command: Command) => {
      const { rebuild } = await import("../commands/studio.ts");
      await rebuild(command.optsWithGlobals(), terminal);
    });
}
