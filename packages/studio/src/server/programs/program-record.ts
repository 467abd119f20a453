// A program of a project as the store keeps it: its key too, which leaves the store towards the program's server only.
import type { JsonValue, Store } from "@xpal/store";
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
  answered: z.int(),
  cost: z.number().nullable(),
  declined: z.array(z.int()),
  /** When it was last heard of, in milliseconds. */
  seen: z.number(),
  /** Items that a person had answered, and what the program said; null for no class. */
  audited: z.array(z.object({ item: z.int(), said: z.int().nullable() })),
});
export type ProgramRecord = z.infer<typeof recordSchema>;

/** The program of a project; undefined if it has none. */
export async function readProgram(store: Pick<Store, "records">, project: string): Promise<ProgramRecord | undefined> {
  const found = await store.records.get(PROGRAM, project);
  return found === undefined ? undefined : recordSchema.parse(found.value);
}

export async function writeProgram(
  store: Pick<Store, "records">,
  project: string,
  record: ProgramRecord,
): Promise<void> {
  await store.records.put(PROGRAM, project, record as unknown as JsonValue);
}

const BEFORE_NAMES = "program ";

/** Whether an answer is a program's. */
export function isProgram(by: string): boolean {
  return by.startsWith(BEFORE_NAMES);
}

/** The name beside its answers. */
export function nameOf({ model }: Pick<ProgramRecord, "model">): string {
  return `${BEFORE_NAMES}${model.replace(/[\p{Cc}\s]+/gu, " ").trim()}`.slice(0, MOST_NAME_LENGTH).trim();
}
