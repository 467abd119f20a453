// `xpal datasets`: data to try things out with.
import { resolve } from "node:path";
import { type Table, writeCsv } from "@xpal/data";
import { Command } from "commander";
import { XpalError } from "xpal";
import { integer } from "../options.ts";
import { hideLabels } from "../project/datasets/hide-labels.ts";
import { listSets, type OpenSetOptions, openSet } from "../project/datasets/open-set.ts";
import { rowWords } from "../project/row-words.ts";
import { amount } from "../terminal/amount.ts";
import { clip } from "../terminal/display-width.ts";
import { painter } from "../terminal/paint.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { checkPlace, writeWhole } from "../write-whole.ts";

interface SetOptions extends OpenSetOptions {
  readonly json?: true;
}

interface GetOptions extends SetOptions {
  readonly out?: string;
  readonly labels?: number;
}

/** The command with its three parts. */
export function datasetsCommand(terminal: Terminal): Command {
  return new Command("datasets")
    .description("Data sets to try things out with.")
    .addCommand(listCommand(terminal), { isDefault: true })
    .addCommand(getCommand(terminal))
    .addCommand(showCommand(terminal))
    .addHelpText(
      "after",
      "\nExamples:\n  xpal datasets list\n  xpal datasets show wine\n  xpal datasets get iris --out iris.csv",
    );
}

function listCommand(terminal: Terminal): Command {
  return new Command("list")
    .description("list all data sets that can be opened by name")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets list")
    .usage("[options]")
    .argument("[words...]") // a misspelt sub-command lands here
    .action(([word]: string[], { json }: { json?: true }) => {
      if (word === undefined) return list(json === true, terminal);
      throw new XpalError("bad-argument", {
        who: "datasets",
        argument: "the word after datasets",
        rule: "must be list, get or show",
        value: word,
      });
    });
}

function getCommand(terminal: Terminal): Command {
  return withSetOptions(new Command("get"))
    .description("write a data set to a CSV file")
    .argument("<name>", "a name from the list, or openml: and a name or number, such as openml:61")
    .option("--out <file>", "where to write it; by default NAME.csv")
    .option("--labels <count>", "keep the labels of this many random rows only", integer("--labels", 0))
    .option("--json", "print a summary as JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets get iris --labels 6 --out flowers.csv")
    .action((name: string, options: GetOptions) => get(name, options, terminal));
}

function showCommand(terminal: Terminal): Command {
  return withSetOptions(new Command("show"))
    .description("show what a data set contains and where it comes from")
    .argument("<name>", "a name from the list, or openml: and a name or number, such as openml:61")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  xpal datasets show digits")
    .action((name: string, options: SetOptions) => show(name, options, terminal));
}

function withSetOptions(command: Command): Command {
  return command
    .option("--seed <number>", "seed of generated sets and of hidden labels", integer("--seed", 0), 0)
    .option("--offline", "use what was fetched from OpenML before, and no network")
    .option("--openml-url <address>", "another server that answers like OpenML");
}

function list(json: boolean, { out }: Terminal): void {
  const sets = listSets();
  if (json) {
    out.write(`${JSON.stringify(sets)}\n`);
    return;
  }
  const rows = sets.map(({ name, rows, features, classes, source, title }) => [
    name,
    String(rows),
    String(features),
    String(classes),
    source,
    title,
  ]);
  const head = ["name", "rows", "columns", "classes", "source", "what it is"];
  const lines = textTable(head, rows, { right: [1, 2, 3], columns: out.columns, paint: painter(out.colour) });
  out.write(`${lines.join("\n")}\n`);
}

async function get(name: string, options: GetOptions, terminal: Terminal): Promise<void> {
  const path = options.out ?? `${name.replace(/[^\w.-]+/g, "-")}.csv`;
  checkPlace("--out", path);
  const { table, target } = await openSet(name, options, terminal);
  const kept = options.labels === undefined ? table : hideLabels(table, target, options.labels, options.seed);
  writeWhole(path, writeCsv(kept));
  const words = `${resolve(path)}: ${amount(table.rows, "row")}, label column ${JSON.stringify(target)}`;
  const summary = { file: resolve(path), rows: table.rows, label: target };
  terminal.out.write(options.json ? `${JSON.stringify(summary)}\n` : `${words}\n`);
  if (!options.json) sayNotices(terminal, table.notices);
}

async function show(name: string, options: SetOptions, terminal: Terminal): Promise<void> {
  const { table, target, ...about } = await openSet(name, options, terminal);
  if (options.json) {
    const columns = table.columns.map((column) => ({ name: column.name, type: column.type }));
    terminal.out.write(`${JSON.stringify({ name, ...about, rows: table.rows, label: target, columns })}\n`);
    return;
  }
  const paint = painter(terminal.out.colour);
  const lines = [
    paint.bold(`${name}: ${about.title}`),
    `${amount(table.rows, "row")}, ${amount(table.columns.length - 1, "column")} and the label column ${JSON.stringify(target)}`,
    ...(about.attribution === undefined ? [] : [about.attribution]),
    ...(about.licence === undefined ? [] : [`Licence: ${about.licence}`]),
    "",
    ...firstRows(table, terminal.out.columns),
  ];
  terminal.out.write(`${lines.join("\n")}\n`);
}

function firstRows(table: Table, columns: number): string[] {
  return Array.from({ length: Math.min(5, table.rows) }, (_, row) =>
    clip(`${row}  ${rowWords(table, row, [])}`, columns),
  );
}
