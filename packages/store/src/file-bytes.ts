// The bytes of a stored file, read in pieces: PostgreSQL sends bytes as text of twice their length, and a string of Node
// has at most 512 MiB, so that a file of more than half of that could be written, but not read.
import { sql } from "kysely";
import type { Tabled } from "./tables.ts";

/** What is read at once, at most. */
const PIECE = 16 * 1024 * 1024;

/** The first bytes of a file and how many it has; undefined if there is no such file. */
export function beginningOf(db: Tabled, project: string, name: string): Promise<Piece | undefined> {
  return pieceOf(db, project, name, 0);
}

/** All bytes of a file that is there, as they are in a snapshot. */
export async function bytesOf(snapshot: Tabled, project: string, name: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; ; ) {
    const found = await pieceOf(snapshot, project, name, at);
    if (found === undefined) throw new Error(`the file "${name}" is gone from a snapshot`);
    pieces.push(found.piece);
    at += found.piece.byteLength;
    if (at >= found.size) return Buffer.concat(pieces);
  }
}

interface Piece {
  /** Of the whole file. */
  readonly size: number;
  readonly piece: Uint8Array;
  readonly checksum: string;
}

async function pieceOf(db: Tabled, project: string, name: string, at: number): Promise<Piece | undefined> {
  const size = sql<number>`length(bytes)`.as("size");
  const piece = sql<Uint8Array | null>`substr(bytes, ${sql.lit(at + 1)}, ${sql.lit(PIECE)})`.as("piece");
  const file = db.selectFrom("file").where("project", "=", project).where("name", "=", name);
  const row = await file.select([size, piece, "checksum"]).executeTakeFirst();
  return row && { ...row, piece: row.piece ?? new Uint8Array() }; // SQLite calls no bytes null
}
