// `xpal report`: the page of an experiment again, from its store.
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { reject } from "@xpal/core/check";
import { redrawReport } from "@xpal/lab";
import { versionRemarks, versionsOf } from "../experiment/run-versions.ts";
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
  if (existsSync(store)) checkStore(store);
  const url = /^[a-z]+:/i.test(store) && !existsSync(store) ? store : `sqlite:${resolve(store)}`;
  const experiment = await redrawReport(url, {
    out: resolve(options.out),
    ...(options.plan === undefined ? {} : { plan: options.plan }),
  });
  const page = resolve(options.out, "index.html");
  const runs = experiment.records.length;
  const said = options.json
    ? JSON.stringify({ report: page, runs, ...versionsOf(experiment) })
    : [amount(runs, "run"), ...versionRemarks(experiment), `Report: ${page}`].join("\n");
  terminal.out.write(`${said}\n`);
}

/** Opening would only say that a table, a plan or a folder is no database. */
function checkStore(path: string): void {
  const isFolder = statSync(path).isDirectory();
  if (!isFolder && mayBeDatabase(path)) return;
  const inside = join(path, "runs.sqlite");
  reject(
    "xpal report",
    path,
    "must be the store of an experiment",
    undefined,
    isFolder && existsSync(inside)
      ? `give ${inside}`
      : "xpal study and xpal reproduce keep their runs in runs.sqlite in the folder --out",
  );
}

/** Whether a file begins as SQLite files do, or is empty, as a new one is. */
function mayBeDatabase(path: string): boolean {
  const start = Buffer.alloc(SQLITE_START.length);
  const file = openSync(path, "r");
  try {
    const read = readSync(file, start);
    return read === 0 || start.toString("latin1", 0, read) === SQLITE_START;
  } finally {
    closeSync(file);
  }
}

const SQLITE_START = "SQLite format 3\0";
