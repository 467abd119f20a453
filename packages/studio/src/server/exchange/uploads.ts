import type { ImportSource } from "./import-calls.ts";

/** One upload. */
export interface Upload {
  /** Takes the body in; an aborted signal ends it. */
  receive(
    body: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Pick<ImportSource, "path" | "bytes" | "unpackInto">>;
  /** Removes whatever there is of it. */
  remove(): Promise<void>;
}

/** Where uploads are kept until their imports end. */
export interface Uploads {
  readonly mostBytes: number;
  begin(name: string): Upload;
}
