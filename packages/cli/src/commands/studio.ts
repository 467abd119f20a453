// `xpal studio`: label in the browser, on a server of this machine. The studio is loaded when it is needed, so that the
// other commands start as fast as without it.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { reject } from "@xpal/core/check";
import type { ReachOptions, RebuiltProject, StudioPlace } from "@xpal/studio";
import { amount } from "../terminal/amount.ts";
import { painter } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

/** Where the projects are. */
export interface PlaceFlags {
  readonly dataDir?: string;
  readonly database?: string;
}

/** What the options hold. */
export interface StudioFlags extends PlaceFlags {
  readonly port?: number;
  readonly open: boolean;
  readonly host?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: string;
  readonly models?: readonly string[];
  readonly files?: readonly string[];
  readonly stream?: true;
}

/** Serves the page until it is stopped. */
export async function serve(file: string | undefined, flags: StudioFlags, terminal: Terminal): Promise<void> {
  // Before the studio makes its folder, which would be left behind.
  if (file !== undefined && !existsSync(file)) reject("xpal studio", resolve(file), "must exist");
  const { startStudio } = await import("@xpal/studio");
  const paint = painter(terminal.out.colour);
  let told = 0;
  const studio = await startStudio({
    ...placeOf(flags, terminal),
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...reachOf(flags),
    ...(file === undefined ? {} : { file }),
    ...(flags.models === undefined ? {} : { modelFolders: flags.models }),
    ...(flags.files === undefined ? {} : { fileFolders: flags.files }),
    ...(flags.stream === undefined ? {} : { stream: flags.stream }),
    ...(terminal.studioSecret === undefined ? {} : { secret: terminal.studioSecret }),
    onNotice: (sentence) => terminal.err.write(`Note: ${sentence}\n`),
    open: flags.open && terminal.out.isTerminal,
    onAddress: (url) => {
      const [before, after] = told++ === 0 ? ["Open", " (works once)"] : ["For another browser:", ""];
      terminal.out.write(`${before} ${paint.bold(url)}${after}\n`);
    },
  });
  terminal.out.write("Stop with Ctrl-C; every answer is saved as you give it.\n");
  // From now on it serves others, whether or not what it prints can still be written.
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners("error").on("error", () => {});
  await new Promise<void>((stop) => {
    process.once("SIGINT", () => stop());
    process.once("SIGTERM", () => stop());
  });
  await studio.close();
}

/** Writes all projects to a new file. */
export async function backup(file: string, flags: PlaceFlags, terminal: Terminal): Promise<void> {
  const { backupStudio } = await import("@xpal/studio");
  await backupStudio(file, placeOf(flags, terminal));
  terminal.out.write(`Written to ${file}.\n`);
}

/**
 * Rebuilds the state of every project from its log and says what was found.
 * @throws XpalError after that, if something could not be repaired.
 */
export async function rebuild(flags: PlaceFlags & { readonly json?: true }, terminal: Terminal): Promise<void> {
  const { rebuildStudio } = await import("@xpal/studio");
  const projects = await rebuildStudio(placeOf(flags, terminal));
  if (flags.json) terminal.out.write(`${JSON.stringify({ projects })}\n`);
  else terminal.out.write(`${rebuiltWords(projects, terminal).join("\n")}\n`);
  const damaged = projects.filter(({ faults }) => faults.length > 0).length;
  if (damaged > 0) {
    reject(
      "xpal studio rebuild",
      "the store",
      `has ${amount(damaged, "project")} that could not be repaired completely`,
    );
  }
}

function rebuiltWords(projects: readonly RebuiltProject[], { out }: Terminal): string[] {
  if (projects.length === 0) return ["The store is sound; it holds no project."];
  const named = withPlainNames(projects);
  const rows = named.map(({ title, events, labelled, setAside }) => [title, `${events}`, `${labelled}`, `${setAside}`]);
  const head = ["project", "events", "labelled", "set aside"];
  const lines = textTable(head, rows, { right: [1, 2, 3], columns: out.columns, paint: painter(out.colour) });
  return [...lines, ...named.flatMap(notesOf)];
}

/** Projects of the same name get their ids beside it. */
function withPlainNames(projects: readonly RebuiltProject[]): RebuiltProject[] {
  return projects.map((project) => {
    const isTwice = projects.some(({ id, title }) => id !== project.id && title === project.title);
    return isTwice ? { ...project, title: `${project.title} (${project.id})` } : project;
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
    reject(
      "xpal studio",
      given === undefined ? "XPAL_DATABASE" : "--database",
      "must be an address such as postgres://user:password@host:port/database",
      undefined,
      "--data-dir names a folder",
    );
  }
  return { ...(dataDir === undefined ? {} : { dataDir }), ...(database === undefined ? {} : { store: database }) };
}
