// A project in one file that opens on another machine: what it is, its items, its images, and its whole log.
import { fromBase64, toBase64 } from "@xpal/data";
import type { EventDraft, JsonValue } from "@xpal/store";
import { z } from "zod";
import { MAX_CLASSES } from "../../protocol/classes.ts";
import type { LoggedEvent } from "../../protocol/events.ts";
import { apply, nothing } from "../../protocol/fold.ts";
import { type ProjectAbout, projectAboutSchema, readAbout, TABLE_FILE } from "../projects/project-about.ts";
import type { ProjectStore } from "../projects/project-store.ts";
import { loggedEvent } from "../projects/read-log.ts";
import { tableFromBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { gunzip, gzip } from "./gzip.ts";

/** A project unpacks to no more than this. */
const MAX_BYTES = 2 ** 31;

const FORMAT = "xpal-project";
const VERSION = 1;

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** It stands in addresses. */
  id: z.string().regex(/^[\w-]{1,64}$/),
  title: z.string().min(1).max(200),
  at: z.string(),
  about: projectAboutSchema,
  events: z.array(z.object({ id: z.string(), kind: z.string(), at: z.string(), body: z.json() })),
  files: z.record(z.string(), z.string()),
});

/** The bytes of a project file; `log` is all of the project's log that can be read. */
export async function projectFile(store: ProjectStore, id: string, log: readonly LoggedEvent[]): Promise<Uint8Array> {
  const project = await store.projects.get(id);
  if (project === undefined) throw new StudioError("not-found", "there is no such project");
  const events = log.map(({ id, kind, at, body }) => ({ id, kind, at, body }));
  const files: Record<string, string> = {};
  for (const name of await store.files.names(id)) {
    files[name] = toBase64((await store.files.get(id, name)) ?? new Uint8Array());
  }
  const { title, at } = project;
  // A folder or file of this machine means nothing elsewhere.
  const about = { ...readAbout(project.about), folder: null, large: null };
  return gzip(JSON.stringify({ format: FORMAT, version: VERSION, id, title, at, about, events, files }));
}

/** What a project file holds, checked. */
export interface ProjectFile {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly about: ProjectAbout;
  readonly events: readonly EventDraft[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Whether a file is a project, by its name. */
export function isProjectFile(name: string): boolean {
  return /\.xpal$/i.test(name);
}

/** Reads the bytes of a project file. */
export async function readProjectFile(packed: Uint8Array): Promise<ProjectFile> {
  const unpacked = await unpack(packed);
  const { format, version } = (unpacked ?? {}) as { readonly format?: unknown; readonly version?: unknown };
  if (format === FORMAT && version !== VERSION) {
    const rule = `must be a project file of version ${VERSION}, got ${JSON.stringify(version)}`;
    throw new StudioError("bad-argument", `the file ${rule}; open it with the release of this program that wrote it`);
  }
  const parsed = fileSchema.safeParse(unpacked);
  if (!parsed.success) throw new StudioError("bad-argument", "the file must be a project that the studio exported");
  const { id, title, at, about, events, files } = parsed.data;
  if (about.classes.length > MAX_CLASSES) {
    const { length } = about.classes;
    throw new StudioError("bad-argument", `the file has ${length} classes, but a project has at most ${MAX_CLASSES}`);
  }
  const bytes = new Map(Object.entries(files).map(([name, text]) => [name, fromBase64(text)]));
  checkTable(bytes.get(TABLE_FILE), about.itemCount);
  checkRows(events, bytes);
  checkEvents(events as EventDraft[], about);
  // Whoever wrote the file could name any folder or file of this machine, and see its images or rows.
  return {
    id,
    title,
    at,
    about: { ...about, folder: null, large: null },
    events: events as EventDraft[],
    files: bytes,
  };
}

/**
 * Makes it a project; one that is there already, with all that the file has, is gone on with.
 * @throws StudioError "conflict" if the one that is there lacks something that the file has.
 */
export async function keepProjectFile(
  store: ProjectStore,
  file: ProjectFile,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { id, title, at, about, events, files } = file;
  const isInBin = (await store.projects.binned()).some((project) => project.id === id);
  if (isInBin || (await store.projects.get(id)) !== undefined) {
    const left = await store.events.examine(id);
    const there = new Set(left.events.map((event) => event.id));
    const lacking = events.filter((event) => !there.has(event.id)).length;
    if (isInBin && left.faults.length > 0)
      throw new StudioError(
        "conflict",
        "the bin has this project, and its log is damaged: remove it there and bring the file again",
      );
    if (lacking === 0) {
      if (isInBin) await store.projects.restore(id);
      return { id, isNew: isInBin };
    }
    const state = there.size + lacking === events.length ? "an older state" : "another state";
    const [place, wayOut] = isInBin ? ["the bin", "remove it there"] : ["this studio", "remove it, also from the bin,"];
    throw new StudioError(
      "conflict",
      `${place} has ${state} of the project, without ${lacking} of the ${events.length} changes in the file. Export it if its answers are to be kept, then ${wayOut} and bring the file again`,
    );
  }
  await store.projects.create({ id, title, at, about: about as unknown as JsonValue }, files, events);
  return { id, isNew: true };
}

/** Rows that were added lie in files of their own. */
function checkRows(events: readonly { kind: string; body: unknown }[], files: ReadonlyMap<string, Uint8Array>): void {
  for (const { kind, body } of events) {
    if (kind !== "rows") continue;
    const { file, count } = body as { file: string; count: number };
    checkTable(files.get(file), count);
  }
}

async function unpack(packed: Uint8Array): Promise<unknown> {
  try {
    return JSON.parse(await gunzip(packed, MAX_BYTES));
  } catch {
    return null;
  }
}

function checkTable(bytes: Uint8Array | undefined, itemCount: number): void {
  try {
    if (bytes !== undefined && tableFromBytes(bytes).rows === itemCount) return;
  } catch {
    // falls through to the rejection
  }
  throw new StudioError("bad-argument", "the project file is damaged: its items are missing");
}

function checkEvents(events: readonly EventDraft[], about: ProjectAbout): void {
  try {
    const state = nothing(about.classes);
    for (const [at, event] of events.entries()) apply(state, loggedEvent({ ...event, sequence: at + 1 }, about, state));
  } catch (error) {
    throw new StudioError("bad-argument", `the project file is damaged: ${(error as Error).message}`);
  }
}
