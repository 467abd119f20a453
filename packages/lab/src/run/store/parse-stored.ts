// What a store has of an experiment, checked when it is read: the file may be damaged, or of another program.
import { reject } from "@xpal/core/check";
import type { z } from "zod";

/**
 * The value, if it is as this program writes it.
 * @throws XpalError if not.
 */
export function parseStored<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  const where = path.length === 0 ? what : `${what}, ${path.join(".")},`;
  return reject("store", where, `must be as xpal writes it, but: ${message}`, undefined, "use another store");
}
