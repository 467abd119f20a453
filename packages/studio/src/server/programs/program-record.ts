// A program of a project as the store keeps it: its key too, which leaves the store towards the program's server only.
import { type JsonValue, type Store, StoreError } from "@xpal/store";
import { z } from "zod";
import { MOST_NAME_LENGTH } from "../../protocol/annotator.ts";

const PROGRAM = "program";

const recordSchema = z.object({
  endpoint: z.string(),
  host: z.string(),
  model: z.string(),
  key: z.string().nullable(),
  price: z.object({ sent: z.number(), received: z.number() }).nullable(),
  count: z.int(),
  state: z.enum(["working", "done", "stopped", "failed"]),
  failure: z.string().nullable(),
  /** New items of this run: those that it was asked about, and those that its answer was stored for. */
  asked: z.int(),
  answered: z.int(),
  cost: z.number().nullable(),
  /** Items that it gave no class for, of this run and of those before with the same model. */
  declined: z.array(z.int()),
  /** When it was last heard of, in milliseconds. */
  seen: z.number(),
  /** Items that a person had answered, and what the program said; null for no class. */
  audited: z.array(z.object({ item: z.int(), said: z.int().nullable() })),
});
export type ProgramRecord = z.infer<typeof recordSchema>;

/** A record, and the revision that it was read or written at. */
export interface KeptProgram {
  readonly record: ProgramRecord;
  readonly revision: number;
}

type Place = Pick<Store, "records">;

/** The program of a project; undefined if it has none. */
export async function readProgram(store: Place, project: string): Promise<KeptProgram | undefined> {
  const found = await store.records.get(PROGRAM, project);
  return found === undefined ? undefined : { record: recordSchema.parse(found.value), revision: found.revision };
}

/** Writes it, whatever was there before. */
export function writeProgram(store: Place, project: string, record: ProgramRecord): Promise<number> {
  return store.records.put(PROGRAM, project, record as unknown as JsonValue);
}

/**
 * Writes it if nobody else has written or removed it since.
 * @returns The new revision; null if somebody has.
 */
export async function updateProgram(
  store: Place,
  project: string,
  { record, revision }: KeptProgram,
): Promise<number | null> {
  try {
    return await store.records.put(PROGRAM, project, record as unknown as JsonValue, { revision });
  } catch (error) {
    if (error instanceof StoreError && error.code === "stale") return null;
    throw error;
  }
}

export async function removeProgram(store: Place, project: string): Promise<void> {
  await store.records.remove(PROGRAM, project);
}

const BEFORE_NAMES = "program ";

/** Whether an answer is a program's. */
export function isProgram(by: string): boolean {
  return by.startsWith(BEFORE_NAMES);
}

/** What it said of items of people, where that is a class. */
export function heardFrom(record: ProgramRecord): { name: string; item: number; to: number }[] {
  const name = nameOf(record);
  return record.audited.flatMap(({ item, said }) => (said === null ? [] : [{ name, item, to: said }]));
}

/** The name beside its answers. */
export function nameOf({ model }: Pick<ProgramRecord, "model">): string {
  return `${BEFORE_NAMES}${model.replace(/[\p{Cc}\s]+/gu, " ").trim()}`.slice(0, MOST_NAME_LENGTH).trim();
}
