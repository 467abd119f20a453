// A file from the network to the disk. What arrives is kept in a .part file, so that a download that breaks off is
// taken up where it ended; the file gets its name only when it is whole and its checksum is right.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { reject } from "@xpal/core/check";
import { bodyOf, type Connection, rejectTransfer, request, TransferError } from "./connection.ts";

/** What to fetch, and where to put it. */
export interface Download {
  readonly url: string;
  readonly path: string;
  /** For messages: "dataset 61". */
  readonly what: string;
  /** The checksums that the server states. */
  readonly md5?: string;
  readonly sha256?: string;
  /** How often to try, each time from where the last try ended. */
  readonly attempts: number;
  readonly onProgress?: (received: number, total: number | undefined) => void;
}

/** Whether the answer was "there is no such file". */
export type DownloadResult = "done" | "not-found";

/** Downloads a file unless it is there already and unchanged since. */
export async function download(
  connection: Connection,
  { url, path, what, ...more }: Download,
): Promise<DownloadResult> {
  if (await isUnchanged(path)) return "done";
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.part`;
  let reason = "";
  for (let attempt = 0; attempt < more.attempts; attempt++) {
    try {
      const result = await fetchRest(connection, url, part, what, more.onProgress);
      if (result === "not-found") return result;
      await accept(connection, part, path, what, more);
      return "done";
    } catch (error) {
      if (!(error instanceof TransferError)) throw error;
      reason = error.message;
    }
  }
  rejectTransfer(connection, what, reason);
}

/** Whether a downloaded file still has the checksum that was written down beside it. */
export async function isUnchanged(path: string): Promise<boolean> {
  const noted = await readFile(`${path}.sha256`, "utf8").catch(() => undefined);
  if (noted === undefined) return false;
  return (await digest(path, "sha256").catch(() => "")) === noted.trim();
}

async function fetchRest(
  connection: Connection,
  url: string,
  part: string,
  what: string,
  onProgress: Download["onProgress"],
): Promise<DownloadResult> {
  const { size, tag } = await partState(part, url);
  const headers: Record<string, string> =
    size > 0 ? { range: `bytes=${size}-`, ...(tag === "" ? {} : { "if-range": tag }) } : {};
  const answer = await request(connection, url, headers);
  if (answer.status === 404 || answer.status === 410) return drop(answer, "not-found");
  if (answer.status === 416) {
    await removePart(part);
    return drop(answer, new TransferError("the server has another file than before"));
  }
  if (answer.status >= 500 || answer.status === 429)
    return drop(answer, new TransferError(`the server answered ${answer.status}`));
  if (answer.status !== 200 && answer.status !== 206)
    reject(connection.who, what, "must be offered by the server", answer.status, undefined, "bad-state");
  const start = answer.status === 206 ? rangeStart(answer, size) : 0;
  const length = answer.headers.get("content-length");
  const total = length === null ? undefined : start + Number(length);
  await writeFile(`${part}.json`, JSON.stringify({ url, tag: answer.headers.get("etag") ?? "" }));
  const file = await open(part, start === 0 ? "w" : "r+");
  let received = start;
  try {
    for await (const piece of bodyOf(answer, url)) {
      await file.write(piece, 0, piece.length, received);
      received += piece.length;
      onProgress?.(received, total);
    }
  } finally {
    await file.close();
  }
  if (total !== undefined && received !== total)
    throw new TransferError(`the file ended after ${received} of ${total} bytes`);
  return "done";
}

async function drop<T>(answer: Response, result: T): Promise<Exclude<T, Error>> {
  await answer.body?.cancel().catch(() => undefined);
  if (result instanceof Error) throw result;
  return result as Exclude<T, Error>;
}

/** The server must continue where we ended; anything else would tear the file. */
function rangeStart(answer: Response, size: number): number {
  const start = Number(/^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "")?.[1] ?? -1);
  if (start !== size) throw new TransferError(`the server continued at byte ${start} instead of ${size}`);
  return start;
}

async function partState(part: string, url: string): Promise<{ size: number; tag: string }> {
  try {
    const noted = JSON.parse(await readFile(`${part}.json`, "utf8")) as { url?: string; tag?: string };
    const { size } = await stat(part);
    if (noted.url === url) return { size, tag: noted.tag ?? "" };
  } catch {
    // no part, or one that nobody knows anything about: start again
  }
  return { size: 0, tag: "" };
}

async function accept(
  { who }: Connection,
  part: string,
  path: string,
  what: string,
  promised: Pick<Download, "md5" | "sha256">,
): Promise<void> {
  for (const algorithm of ["md5", "sha256"] as const) {
    const wanted = promised[algorithm];
    if (wanted === undefined) continue;
    const found = await digest(part, algorithm);
    if (found === wanted.toLowerCase()) continue;
    await removePart(part);
    reject(
      who,
      what,
      `must have the checksum ${wanted} that the server states`,
      found,
      "try again; if the error stays, the server's copy is damaged",
      "bad-state",
    );
  }
  await writeFile(`${path}.sha256`, await digest(part, "sha256"));
  await rename(part, path);
  await rm(`${part}.json`, { force: true });
}

async function removePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(`${part}.json`, { force: true });
}

async function digest(path: string, algorithm: "md5" | "sha256"): Promise<string> {
  const hash = createHash(algorithm);
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}
