// The folder a report is written to. All files are first written to a folder beside it and then moved, so that nothing
// half-written is ever found under its name; a folder with other results is not touched.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { reject } from "@xpal/core/check";
import type { Experiment } from "../records/experiment.ts";

/** What identifies an experiment before it has run. */
export type Planned = Omit<Experiment, "records" | "environment">;

/** A file of a report: its path inside the folder, and its content. */
export type ReportFile = readonly [path: string, content: string | Uint8Array];

const MARK = "report.json";

/**
 * Rejects an output folder that holds something else than an earlier report of the same experiment or of a part of it.
 * @param besides Names in the folder that belong to the caller.
 * @throws XpalError if the folder is a file, cannot be read, or holds other results.
 */
export function checkReportFolder(planned: Planned, outDir: string, besides: readonly string[] = []): void {
  const found = entriesOf(outDir).filter((name) => !besides.includes(name));
  if (found.length === 0) return;
  const wayOut = "name another folder or empty this one";
  if (!found.includes(MARK)) {
    reject("writeReport", outDir, "must be a new or empty folder, or one with a report", `${found[0]} in it`, wayOut);
  }
  const mark = readMark(outDir);
  const title = mark.title ?? "unknown";
  if (mark.experiment !== fingerprint(planned) && !(mark.parts !== undefined && isPart(mark.parts, planned))) {
    reject("writeReport", outDir, "must not hold the report of another experiment", title, wayOut);
  }
  if (!hasContents(mark.contents, planned)) {
    const rule = "must not hold the report of an experiment with the same names but other data, options or measures";
    reject("writeReport", outDir, rule, title, wayOut);
  }
}

/** Writes the files beside the folder and moves them in. */
export function fillReportFolder(
  planned: Planned,
  outDir: string,
  files: readonly ReportFile[],
  besides: readonly string[] = [],
): void {
  checkReportFolder(planned, outDir, besides);
  const target = resolve(outDir);
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
    const mark = { what: "A report of xpal; the folder is written as a whole", title: planned.title };
    const identity = { experiment: fingerprint(planned), parts: partsOf(planned), contents: contentsOf(planned) };
    const written = [...files, [MARK, json({ ...mark, ...identity })] as const];
    for (const [path, content] of written) {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      writeFileSync(join(temporary, path), content);
    }
    moveIn(temporary, target);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    reject("writeReport", outDir, "must be a folder that can be written to", `${code}: ${message}`);
  } finally {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true, force: true });
  }
}

function entriesOf(outDir: string): string[] {
  if (!existsSync(outDir)) return [];
  try {
    return readdirSync(outDir).sort();
  } catch (error) {
    return reject("writeReport", outDir, "must be a folder that can be read", (error as NodeJS.ErrnoException).code);
  }
}

/** What a report's folder says of its experiment. */
interface Mark {
  readonly title?: string;
  readonly experiment?: string;
  readonly parts?: Parts;
  readonly contents?: readonly string[];
}

function readMark(outDir: string): Mark {
  try {
    return JSON.parse(readFileSync(join(outDir, MARK), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Results may grow, so the records are not part of it: the plan is what makes an experiment the same. It names things as
 * the report shows them; the contents behind the names are compared by `hasContents`.
 */
function fingerprint({ title, reference, repetitions, budget, datasets, strategies }: Planned): string {
  return hashOf([title, reference, repetitions, budget, datasets, strategies]);
}

/** What an experiment is made of, so that a larger one is known to contain it. */
interface Parts {
  readonly frame: string;
  readonly repetitions: number;
  readonly members: readonly string[];
}

function partsOf({ title, reference, repetitions, budget, datasets, strategies }: Planned): Parts {
  const members = [...datasets, ...strategies].map((card) => hashOf(card).slice(0, 20));
  return { frame: hashOf([title, reference, budget]), repetitions, members };
}

/** Whether an experiment is the smaller one with more datasets, strategies or repetitions. */
function isPart({ frame, repetitions, members }: Parts, planned: Planned): boolean {
  const whole = partsOf(planned);
  if (frame !== whole.frame || !(repetitions <= whole.repetitions) || !Array.isArray(members)) return false;
  return members.every((member) => whole.members.includes(member));
}

/** Per dataset and strategy a hash of their names and of all that decides their runs; undefined where that is unknown. */
function contentsOf({ datasets, strategies, contents }: Planned): string[] | undefined {
  return contents?.flatMap((row, d) =>
    row.map((content, s) => hashOf([datasets[d].name, strategies[s].key, content]).slice(0, 20)),
  );
}

/**
 * Whether an experiment has all contents that a mark names. Marks of earlier versions name none, and neither do
 * experiments that were kept without them: then names decide alone, as they did (docs/decisions/0454).
 */
function hasContents(marked: Mark["contents"], planned: Planned): boolean {
  const own = contentsOf(planned);
  if (marked === undefined || own === undefined) return true;
  return Array.isArray(marked) && marked.every((one) => own.includes(one));
}

function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

/** In one step where the folder is new; else entry by entry, the mark last. */
function moveIn(temporary: string, target: string): void {
  if (!existsSync(target)) {
    renameSync(temporary, target);
    return;
  }
  const entries = readdirSync(temporary).sort((a, b) => Number(a === MARK) - Number(b === MARK));
  for (const name of entries) {
    rmSync(join(target, name), { recursive: true, force: true });
    renameSync(join(temporary, name), join(target, name));
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
