// A checksum beside each row that is written once and must never change: a disk or a change by hand that leaves other text or
// bytes is noticed when the row is read. Each event has its own, not one over those before it: any part of a log can be read
// and checked alone, and what is missing shows in the numbers.
import { createHash } from "node:crypto";
import type { Tables } from "./tables.ts";

/** 132 bits of SHA-256. */
const LENGTH = 22;

/** The checksum of an event, over all of its row. */
export function checksumOfEvent(row: Omit<Tables["event"], "checksum">): string {
  return checksumOf(JSON.stringify([row.project, row.sequence, row.id, row.kind, row.at, row.body]));
}

/** The checksum of what never changes about a project. */
export function checksumOfProject(row: Pick<Tables["project"], "id" | "title" | "at" | "about">): string {
  return checksumOf(JSON.stringify([row.id, row.title, row.at, row.about]));
}

/** The checksum of a file. */
export function checksumOfFile({ project, name, bytes }: Omit<Tables["file"], "checksum">): string {
  return checksumOf(JSON.stringify([project, name]), bytes);
}

function checksumOf(text: string, bytes: Uint8Array = new Uint8Array()): string {
  return createHash("sha256").update(text).update(bytes).digest("base64url").slice(0, LENGTH);
}
