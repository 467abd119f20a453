// `xpal report`: the page of an experiment again, from its store.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { redrawReport } from "@xpal/lab";
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

interface ReportCommandOptions {
  readonly out: string;
  readonly plan?: string;
  readonly json?: true;
}

/** The command with its options and help. */
export function reportCommand(terminal: Terminal): Command {
  return new Command("report")
    .description("Draws page, tables and figures again from the runs that a store holds, without running anything.")
    .argument("<store>", "the store: a SQLite file, sqlite:PATH or postgres://...")
    .option("--out <folder>", "the folder for page, tables and figures", "xpal-report")
    .option("--plan <key>", "the beginning of the plan's key; needed if the store has several plans")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal report my-report/runs.sqlite --out drawn-again")
    .action((store: string, options: ReportCommandOptions) => report(store, options, terminal));
}

async function report(store: string, options: ReportCommandOptions, terminal: Terminal): Promise<void> {
  const url = /^[a-z]+:/i.test(store) && !existsSync(store) ? store : `sqlite:${resolve(store)}`;
  const { records } = await redrawReport(url, {
    out: resolve(options.out),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
  });
  const page = resolve(options.out, "index.html");
  const said = options.json
    ? JSON.stringify({ report: page, runs: records.length })
    : `${records.length} runs\nReport: ${page}`;
  terminal.out.write(`${said}\n`);
}
