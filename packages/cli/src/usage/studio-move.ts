// How `xpal studio move` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { MoveFlags } from "../commands/studio-move.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The command. */
export function moveCommand(terminal: Terminal): Command {
  return new Command("move")
    .description("copy all projects and accounts to another folder or database, and compare every log and file")
    .requiredOption(
      "--from <place>",
      "a data folder, a backup, or postgres://user:password@host:port/database; it is left as it is",
    )
    .requiredOption("--to <place>", "a data folder, which is created if it does not exist, or a database")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nStop the studios of both places first. Ctrl-C leaves both places unchanged.\n\nExamples:\n  xpal studio move --from studio --to postgres://me@localhost/labels\n  xpal studio move --from postgres://me@localhost/labels --to copy",
    )
    .action(async (flags: MoveFlags) => (await import("../commands/studio-move.ts")).move(flags, terminal));
}
