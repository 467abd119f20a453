// `xpal report`: the page of an experiment again, from its store.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { redrawReport } from "@xpal/lab";
import { amount } from "../terminal/amount.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the options hold. */
export interface ReportCommandOptions {
  readonly out: string;
  readonly plan?: string;
  readonly json?: true;
}

/** Draws the report of a store again. */
export async function report(store: string, options: ReportCommandOptions, terminal: Terminal): Promise<void> {
  const url = /^[a-z]+:/i.test(store) && !existsSync(store) ? store : `sqlite:${resolve(store)}`;
  const { records } = await redrawReport(url, {
    out: resolve(options.out),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
  });
  const page = resolve(options.out, "index.html");
  const said = options.json
    ? JSON.stringify({ report: page, runs: records.length })
    : `${amount(records.length, "run")}\nReport: ${page}`;
  terminal.out.write(`${said}\n`);
}
