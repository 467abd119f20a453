// An upload to a file, as it arrives, up to a limit.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { StudioError } from "../studio-error.ts";

/** Writes a body to a file; refuses it as soon as it grows beyond the limit, and stops when told to. */
export async function receive(
  body: ReadableStream<Uint8Array>,
  path: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<void> {
  let bytes = 0;
  const limited = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > mostBytes) {
        throw new StudioError("too-large", `an upload must be at most ${Math.floor(mostBytes / 2 ** 20)} MB long`);
      }
      yield chunk;
    }
  };
  await pipeline(Readable.fromWeb(body as NodeReadableStream), limited, createWriteStream(path, { mode: 0o600 }), {
    signal,
  });
  if (bytes === 0) throw new StudioError("bad-argument", "the file must not be empty");
}
