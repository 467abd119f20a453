import type { Uploads } from "../server/exchange/uploads.ts";
import { StudioError } from "../server/studio-error.ts";

/** A browser keeps no more than this of one file in memory with its table. */
const MAX_BYTES = 512 * 2 ** 20;

/** Files that a person brought, in memory until their imports end. */
export const memoryUploads: Uploads = {
  mostBytes: MAX_BYTES,
  begin: (name) => ({
    async receive(body, signal) {
      const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      signal.throwIfAborted();
      if (bytes.length === 0) throw new StudioError("bad-argument", "the file must not be empty");
      if (bytes.length > MAX_BYTES) {
        const most = Math.floor(MAX_BYTES / 2 ** 20);
        throw new StudioError(
          "too-large",
          `a file must be at most ${most} MB long here; the studio accepts larger ones`,
        );
      }
      return { path: name, bytes, unpackInto: null };
    },
    remove: async () => {},
  }),
};
