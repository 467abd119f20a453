// Computation times are measured once for a plan and kept with it, so that the report can be drawn again.
import type { Blobs } from "@xpal/store";
import { z } from "zod";
import type { ComputationTime } from "../../records/computation-time.ts";
import { parseStored } from "./parse-stored.ts";

const schema: z.ZodType<readonly ComputationTime[]> = z.array(
  z.object({
    strategy: z.string(),
    pointCount: z.int(),
    classCount: z.int(),
    seconds: z.number(),
    machine: z.string().optional(),
  }),
);

const keyOf = (plan: string) => `times/${plan}`;

/**
 * The times kept with a plan; else those of `measure`, which are kept then.
 * @param machine What it would be measured on, in words: a later session may run on another machine.
 */
export async function keptTimes(
  blobs: Pick<Blobs, "get" | "put">,
  plan: string,
  machine: string,
  measure: (() => Promise<readonly ComputationTime[]>) | undefined,
): Promise<readonly ComputationTime[] | undefined> {
  const kept = await timesOf(blobs, plan);
  if (kept !== undefined || measure === undefined) return kept;
  const measured = (await measure()).map((time) => ({ ...time, machine }));
  await blobs.put(keyOf(plan), measured);
  return measured;
}

/** The computation times kept with a plan. */
export async function timesOf(
  blobs: Pick<Blobs, "get">,
  plan: string,
): Promise<readonly ComputationTime[] | undefined> {
  const kept = await blobs.get(keyOf(plan));
  return kept === undefined ? undefined : parseStored("computation times", schema, kept);
}
