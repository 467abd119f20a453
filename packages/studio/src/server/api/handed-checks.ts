// The checks that programs were given, so that their labels count as checks. Kept in the store, so
// that a label counts as one after a restart and at any server: what a program says of it itself is not asked for.
import { type JsonValue, type Records, StoreError } from "@xpal/store";
import { z } from "zod";
import type { Asked } from "../../protocol/events.ts";

const HANDED_CHECKS = "handed-checks";
/** Somebody else may be given items at the same moment; each try succeeds for one of them at least. */
const MAX_TRIES = 100;

/** The items in hand, by the id of the token. */
const handedSchema = z.record(z.string(), z.array(z.int().min(0)));
type Handed = z.infer<typeof handedSchema>;

/** The checks that programs have in hand. */
export class HandedChecks {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** A program was given items; `isOpen` says which ones still have no answer. */
  async gave(
    project: string,
    token: string,
    given: readonly { readonly item: number; readonly from: Asked["from"] }[],
    isOpen: (item: number) => boolean,
  ): Promise<void> {
    for (let tries = 1; ; tries++) {
      const found = await this.#records.get(HANDED_CHECKS, project);
      const before = found === undefined ? {} : handedSchema.parse(found.value);
      const after = handedAfter(before, token, given, isOpen);
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      try {
        await this.#records.put(HANDED_CHECKS, project, after as JsonValue, { revision: found?.revision ?? 0 });
        return;
      } catch (error) {
        if (!(error instanceof StoreError && error.code === "stale") || tries === MAX_TRIES) throw error;
      }
    }
  }

  async of(project: string, token: string): Promise<ReadonlySet<number>> {
    const found = await this.#records.get(HANDED_CHECKS, project);
    return new Set(found === undefined ? [] : handedSchema.parse(found.value)[token]);
  }

  /** A project was removed. */
  async forget(project: string): Promise<void> {
    await this.#records.remove(HANDED_CHECKS, project);
  }
}

function handedAfter(
  before: Handed,
  token: string,
  given: readonly { readonly item: number; readonly from: Asked["from"] }[],
  isOpen: (item: number) => boolean,
): Handed {
  const own = new Set(before[token]);
  for (const { item, from } of given) {
    if (from === "check") own.add(item);
    // What the model chooses later is no random item any more.
    else if (from === "best") own.delete(item);
  }
  const open = Object.entries({ ...before, [token]: [...own] }).map(
    ([one, items]) => [one, items.filter(isOpen)] as const,
  );
  return Object.fromEntries(open.filter(([, items]) => items.length > 0));
}
