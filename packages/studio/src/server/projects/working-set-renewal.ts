// More rows of a large file join its project when the answers have passed 10, 20, 40 and so on: regions that turned out to
// matter get more rows, and rare ones another chance. It is done beside the labelling, in a process of its own.
import type { ImportProcess, StartImport } from "../exchange/import-calls.ts";
import type { Log } from "../log.ts";
import { tableFromBytes, tableToBytes } from "../scoring/table-bytes.ts";
import type { OpenProject } from "./open-project.ts";

/** Labels after which more rows are drawn; then at twice as many, and so on. */
const FIRST_RENEWAL = 10;

/** Draws rows for the projects of a server. */
export class WorkingSetRenewal {
  readonly #startImport: StartImport;
  readonly #log: Log;
  /** The last draw that was begun for each project, so that one that failed is not tried at every answer. */
  readonly #begun = new Map<string, number>();
  readonly #running = new Map<ImportProcess, Promise<void>>();

  constructor(startImport: StartImport, log: Log) {
    this.#startImport = startImport;
    this.#log = log;
  }

  /** Begins a draw if one is due. */
  answered(id: string, project: OpenProject): void {
    if (project.about.large === null) return;
    const due = drawAt(labelCount(project));
    if (due <= (this.#begun.get(id) ?? 0)) return;
    this.#begun.set(id, due);
    const reader = this.#startImport(() => {});
    const run = this.#draw(reader, id, project, due).finally(() => this.#running.delete(reader));
    this.#running.set(reader, run);
  }

  /** Resolves when no draw is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    for (const reader of this.#running.keys()) await reader.close();
    await this.settled();
  }

  async #draw(reader: ImportProcess, id: string, project: OpenProject, due: number): Promise<void> {
    try {
      if ((await drawnSoFar(project)) >= due) return;
      const { about, classes, table, state } = project;
      const asked = { table: tableToBytes(table), about, classes, answered: Uint32Array.from(state.facts.keys()) };
      const { bytes, answers } = await reader.call("draw", { ...asked, draw: due });
      const rows = { bytes, answers, table: tableFromBytes(bytes) };
      if (rows.table.rows > 0) await project.addRows(rows, new Map(), { draw: due, to: table.rows });
      project.drawFailed = false;
    } catch (error) {
      project.drawFailed = true;
      this.#log("draw-failed", { project: id, draw: due, message: (error as Error).message });
    } finally {
      await reader.close();
    }
  }
}

/** The number of the draw: how often the labels have doubled. */
export function drawAt(labels: number): number {
  return labels < FIRST_RENEWAL ? 0 : 1 + Math.floor(Math.log2(labels / FIRST_RENEWAL));
}

function labelCount({ state }: OpenProject): number {
  let count = 0;
  for (const { to, fromFile } of state.facts.values()) if (typeof to === "number" && !fromFile) count++;
  return count;
}

/** The last draw whose rows the project has, whichever server drew it. */
async function drawnSoFar(project: OpenProject): Promise<number> {
  const files = (await project.log(0)).map(({ kind, body }) => (kind === "rows" ? body.file : ""));
  return files.reduce((last, file) => Math.max(last, Number(/^rows\/draw-(\d+)-/.exec(file)?.[1] ?? 0)), 0);
}
