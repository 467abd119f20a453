// SQLite for Kysely on two threads: what only reads is read here, where the rows are wanted, and never waits for a writer;
// all else, and every transaction, is done by the thread that writes.
import type Sqlite from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
} from "kysely";
import type { Done, SqliteWriter } from "./sqlite-writer.ts";

/** SQLite with a thread that writes. Both are closed by whoever has made them. */
export class ThreadedSqliteDialect extends SqliteDialect {
  readonly #reader: Sqlite.Database;
  readonly #writer: SqliteWriter;

  constructor(reader: Sqlite.Database, writer: SqliteWriter) {
    super({ database: reader });
    this.#reader = reader;
    this.#writer = writer;
  }

  override createDriver(): Driver {
    return {
      init: async () => {},
      acquireConnection: async () => new ThreadedConnection(this.#reader, this.#writer),
      beginTransaction: (connection) => (connection as ThreadedConnection).begin(),
      commitTransaction: (connection) => (connection as ThreadedConnection).end("commit"),
      rollbackTransaction: (connection) => (connection as ThreadedConnection).end("rollback"),
      releaseConnection: async (connection) => (connection as ThreadedConnection).release(),
      destroy: async () => {},
    };
  }
}

class ThreadedConnection implements DatabaseConnection {
  readonly #reader: Sqlite.Database;
  readonly #writer: SqliteWriter;
  /** Ends this one's turn to write, while it has it. */
  #endTurn: (() => void) | undefined;
  #hasBegun = false;

  constructor(reader: Sqlite.Database, writer: SqliteWriter) {
    this.#reader = reader;
    this.#writer = writer;
  }

  /** The transaction itself begins with its first statement, which saves a message. */
  async begin(): Promise<void> {
    this.#endTurn = await this.#writer.turn();
  }

  async executeQuery<R>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const isInTransaction = this.#endTurn !== undefined;
    if (!isInTransaction && SelectQueryNode.is(query)) {
      return { rows: this.#reader.prepare(sql).all(parameters) as R[] };
    }
    this.#endTurn ??= await this.#writer.turn(); // until it is released
    const begins = isInTransaction && !this.#hasBegun;
    if (begins) this.#hasBegun = true;
    return resultOf(await this.#writer.do({ kind: "statement", text: sql, parameters, begins }));
  }

  async end(kind: "commit" | "rollback"): Promise<void> {
    if (this.#hasBegun) await this.#writer.do({ kind });
  }

  release(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  // biome-ignore lint/correctness/useYield: nothing of the store is read in this way
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("rows are not streamed");
  }
}

function resultOf<R>({ rows, changes }: Done): QueryResult<R> {
  return { rows: rows as R[], ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }) };
}
