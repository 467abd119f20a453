// How `xpal report` is called: arguments, options, help. What it does is loaded when it runs.
import { Command } from "commander";
import type { ReportCommandOptions } from "../commands/report.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The command with its options and help. */
export function reportCommand(terminal: Terminal): Command {
  return new Command("report")
    .description("Draws page, tables and figures again from the runs that a store holds, without running anything.")
    .argument("<store>", "the store: a SQLite file, sqlite:PATH or postgres://...")
    .option("--out <folder>", "the folder for page, tables and figures", "xpal-report")
    .option("--plan <key>", "the beginning of the plan's key; needed if the store has several plans")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal report my-report/runs.sqlite --out drawn-again")
    .action(async (store: string, options: ReportCommandOptions) =>
      (await import("../commands/report.ts")).report(store, options, terminal),
    );
}
