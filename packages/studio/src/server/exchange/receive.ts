// An upload to a file, as it arrives, up to a limit.
import { open } from "node:fs/promises";
import { drain } from "../http/drain-body.ts";
import { StudioError } from "../studio-error.ts";

/**
 * Writes a body to a file; rejects it as soon as it grows beyond the limit, and stops when told to. What still comes is
 * read out before this throws, so that the sender is told why.
 */
export async function receive(
  body: ReadableStream<Uint8Array>,
  path: string,
  mostBytes: number,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader();
  const file = await open(path, "w", 0o600);
  let bytes = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      signal.throwIfAborted();
      bytes += part.value.length;
      if (bytes > mostBytes) {
        throw new StudioError("too-large", `an upload must be at most ${Math.floor(mostBytes / 2 ** 20)} MB long`);
      }
      await file.writeFile(part.value);
    }
  } catch (error) {
    await drain(reader);
    throw error;
  } finally {
    await file.close();
  }
  signal.throwIfAborted();
  if (bytes === 0) throw new StudioError("bad-argument", "the file must not be empty");
}
