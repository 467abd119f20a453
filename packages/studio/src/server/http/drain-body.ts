// What is rejected is still read, up to a limit, before the answer goes out. A server that answers and closes while the
// client is sending makes the system reset the connection, and the client never sees why it was rejected.
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";

const MAX_BYTES = 256 * 2 ** 20;
const MAX_MS = 20_000;

/** Reads a body to its end and forgets it; gives up after this many bytes or so long. */
export async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((done) => {
    timer = setTimeout(() => done("late"), MAX_MS);
  });
  try {
    for (let bytes = 0; bytes < MAX_BYTES; ) {
      const part = await Promise.race([reader.read(), late]);
      if (part === "late" || part.done) return;
      bytes += part.value.length;
    }
  } catch {
    // the sender has closed the connection
  } finally {
    clearTimeout(timer);
  }
}

/** Reads out what the routes left unread. */
export function drainBody(): MiddlewareHandler<{ Bindings: { incoming?: IncomingMessage } }> {
  return async (context, next) => {
    const { raw } = context.req; // a limit on the body puts another one in its place
    await next();
    const incoming = context.env?.incoming;
    if (["GET", "HEAD"].includes(raw.method) || incoming === undefined || incoming.readableEnded) return;
    if (raw.body !== null && !raw.body.locked) await drain(raw.body.getReader());
  };
}
