// The thread that writes to a SQLite file: a commit waits for the disk here, and not where requests are answered.
import { statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { Outcome, SqliteFile, Step } from "./sqlite-writer.ts";

let opened: Sqlite.Database | undefined;

parentPort!.on("message", (step: Step) => {
  if (step.kind === "close") {
    opened?.close();
    parentPort!.close();
  } else parentPort!.postMessage(outcomeOf(step));
});

function outcomeOf(step: Step): Outcome {
  try {
    opened ??= open(workerData as SqliteFile);
    return take(opened, step);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { error: { message, code } };
  }
}

function take(database: Sqlite.Database, step: Step): Outcome {
  if (step.kind !== "statement") {
    // SQLite ends a transaction by itself when the disk is full; the rollback that follows must not hide the cause.
    if (step.kind === "commit" || database.inTransaction) database.exec(step.kind);
    return { rows: [] };
  }
  if (step.begins) database.exec("begin");
  const statement = database.prepare(step.text);
  if (statement.reader) return { rows: statement.all(step.parameters) };
  const { changes } = statement.run(step.parameters);
  return { rows: [], changes };
}

function open({ path, device, inode }: SqliteFile): Sqlite.Database {
  const found = statSync(path, { bigint: true });
  if (found.dev !== device || found.ino !== inode)
    throw Object.assign(new Error("another file is at its path"), { code: "SQLITE_READONLY_DBMOVED" });
  const database = new Sqlite(path, { fileMustExist: true, timeout: 0 }); // waiting is done by `guarded`
  database.pragma("synchronous = FULL");
  return database;
}
