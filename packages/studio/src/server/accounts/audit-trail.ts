// Who did what, and when: log-ins, people, projects, exports. Answers are not here, since the log of each project has
// them, with their authors. Entries are only ever added.
import { randomUUID } from "node:crypto";
import type { Store } from "@xpal/store";
import { type AuditEntry, auditEntrySchema } from "../../protocol/people.ts";

const AUDIT = "audit";

/** What is written down. */
export type Deed = Pick<AuditEntry, "who" | "what"> & Partial<Pick<AuditEntry, "about" | "from">>;

/** The audit trail in a store. */
export class AuditTrail {
  readonly #store: Store;
  readonly #clock: () => Date;
  #count = 0;

  constructor(store: Store, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  async add({ who, what, about = null, from = null }: Deed): Promise<void> {
    const at = this.#clock().toISOString();
    // In the order of time, then in the order in which this process wrote them.
    const id = `${at}/${String(this.#count++).padStart(9, "0")}/${randomUUID().slice(0, 8)}`;
    await this.#store.records.put(AUDIT, id, { id, at, who, what, about, from }, { revision: 0 });
  }

  /** The newest entries first, older than one where it is named. */
  async read(range: { before?: string; limit: number }): Promise<AuditEntry[]> {
    const records = await this.#store.records.list(AUDIT, { ...range, newest: true });
    return records.map(({ value }) => auditEntrySchema.parse(value));
  }
}
