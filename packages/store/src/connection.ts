// One interface to both databases: queries through Kysely, and the few operations that differ between them.
import type { LogListener } from "./store.ts";
import { StoreError } from "./store-error.ts";
import type { ColumnTypes, Tabled } from "./tables.ts";

/** What went wrong, in the words of the store; undefined when the database's error says nothing known. */
export type Translation = Pick<StoreError, "code" | "argument" | "rule" | "wayOut">;

/** An open database. */
export interface Connection {
  readonly kind: "sqlite" | "postgres";
  readonly db: Tabled;
  readonly types: ColumnTypes;
  /** Rejects a database that holds something else than a store. */
  checkOurs(): Promise<void>;
  /** Runs the set-up of the tables or something as large alone, whoever else opens the store at the same time. */
  alone(work: (db: Tabled) => Promise<void>): Promise<void>;
  /** Reads everything as it is at one moment, however long it takes. */
  snapshot<T>(work: (db: Tabled) => Promise<T>): Promise<T>;
  /** Lets others who change the leases of a project wait until the transaction ends. */
  holdLeases(db: Tabled, project: string): Promise<void>;
  /** Writes the last number of a log; those who watch hear of it when the transaction is done. */
  setLast(db: Tabled, project: string, last: number): Promise<void>;
  /** Tells those who watch that a project is removed. */
  announceRemoval(db: Tabled, project: string): Promise<void>;
  watch(listener: LogListener): Promise<() => Promise<void>>;
  translate(error: unknown): Translation | undefined;
  /** Whether the work met another writer, was rolled back, and may be tried again. */
  isBusy(error: unknown): boolean;
  /** Copies what there is at one moment to a SQLite file that is empty. */
  copyTo(file: string): Promise<void>;
  /** The faults that the database itself finds. */
  faults(): Promise<string[]>;
  /** Throws if what is written goes into a file that is not in its place any more. */
  checkPlace?(): void;
  close(): Promise<void>;
}

/** How long a writer waits for another one before it gives up, and how often it looks. */
export const PATIENCE_MS = 10_000;
const PAUSE_MS = 5;

/**
 * Runs work on the database; whatever it throws comes out as a StoreError in the name of `who`. It waits for other
 * writers without blocking the thread: the writer it waits for may be on this very thread.
 */
export async function guarded<T>(
  { translate, isBusy }: Pick<Connection, "translate" | "isBusy">,
  who: string,
  work: () => Promise<T>,
): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || waited >= PATIENCE_MS) throw asStoreError(who, error, translate);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Work that writes: nothing is acknowledged that went into a file which was removed or replaced meanwhile. */
export function guardedWrite<T>(connection: Connection, who: string, work: () => Promise<T>): Promise<T> {
  return guarded(connection, who, async () => {
    const result = await work();
    connection.checkPlace?.();
    return result;
  });
}

function asStoreError(who: string, error: unknown, translate: Connection["translate"]): StoreError {
  if (error instanceof StoreError) return error;
  const known = translate(error);
  if (known === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return new StoreError("failed", { who, argument: "the database", rule: `answered: ${message}` });
  }
  const { code, argument, rule, wayOut } = known;
  return new StoreError(code, { who, argument, rule, ...(wayOut === undefined ? {} : { wayOut }) });
}
