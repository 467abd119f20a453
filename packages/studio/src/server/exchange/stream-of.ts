// A body that is made while it is sent, so that no whole copy of a large export is in memory.

/** What a body is made of. */
export type BodyParts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

const PIECE_BYTES = 2 ** 16;

/** The parts as a stream; nothing more is made once nobody reads it. */
export function streamOf(parts: BodyParts): ReadableStream<Uint8Array> {
  const iterator = asyncParts(parts);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      let size = 0;
      while (size < PIECE_BYTES) {
        const { value, done } = await iterator.next();
        if (done) return controller.close();
        const bytes = typeof value === "string" ? encoder.encode(value) : value;
        size += bytes.length;
        if (bytes.length > 0) controller.enqueue(bytes);
      }
      await new Promise((others) => setTimeout(others)); // a fast reader must not keep the server from answering
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
}

async function* asyncParts(parts: BodyParts): AsyncGenerator<string | Uint8Array> {
  yield* parts;
}
