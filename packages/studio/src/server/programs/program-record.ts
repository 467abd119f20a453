// A program of a project as the store keeps it: its key too, encrypted, which is sent to the program's server only.
import { type JsonValue, type Store, StoreError } from "@xpal/store";
import { z } from "zod";
import { MAX_NAME_LENGTH, PROGRAM_PREFIX } from "../../protocol/annotator.ts";
import type { StudioSecret } from "../studio-secret.ts";

const PROGRAM = "program";

const recordSchema = z.object({
  endpoint: z.string(),
  host: z.string(),
  model: z.string(),
  /** Encrypted. */
  key: z.string().nullable(),
  price: z.object({ sent: z.number(), received: z.number() }).nullable(),
  count: z.int(),
  /** Whether it is asked only where its answer is worth more per cost than a person's. */
  choose: z.boolean(),
  /** What an hour is worth, in the currency of the prices. */
  hour: z.number(),
  /** How long one answer may take, in seconds. */
  seconds: z.number(),
  /** Whether it goes on although it is right too seldom. */
  evenIfPoor: z.boolean(),
  state: z.enum(["working", "done", "stopped", "failed", "poor"]),
  failure: z.string().nullable(),
  /** New items of this run: those that it was asked about, and those that its answer was stored for. */
  asked: z.int(),
  answered: z.int(),
  cost: z.number().nullable(),
  /** What one answer that is a class takes on average, of this run; null before the first. */
  perAnswer: z.object({ price: z.number(), seconds: z.number() }).nullable(),
  /** How many items that were compared are left to people, whose answers are worth more per cost. */
  left: z.int(),
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

/** A key as the record of a project's program has it. */
export function sealedKey(secret: StudioSecret, project: string, key: string): string {
  return secret.seal(PROGRAM, project, key);
}

/** The key of a record, null for none; undefined if it cannot be decrypted. */
export function keyOf(secret: StudioSecret, project: string, { key }: Pick<ProgramRecord, "key">) {
  return key === null ? null : (secret.unseal(PROGRAM, project, key) ?? undefined);
}

/** All programs by their projects. */
export async function readPrograms(store: Place): Promise<Map<string, ProgramRecord>> {
  return new Map((await store.records.list(PROGRAM)).map(({ key, value }) => [key, recordSchema.parse(value)]));
}

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

/** What it said of items of people, where that is a class. */
export function heardFrom(record: ProgramRecord): { name: string; item: number; to: number }[] {
  const name = nameOf(record);
  return record.audited.flatMap(({ item, said }) => (said === null ? [] : [{ name, item, to: said }]));
}

/** The name beside its answers. */
export function nameOf({ model }: Pick<ProgramRecord, "model">): string {
  return `${PROGRAM_PREFIX}${model.replace(/[\p{Cc}\s]+/gu, " ").trim()}`.slice(0, MAX_NAME_LENGTH).trim();
}
