// A file on disk as the Parquet reader wants it: parts of it are read when they are needed.
import type { FileHandle } from "node:fs/promises";
import type { AsyncBuffer } from "hyparquet";

export function onDisk(file: FileHandle, size: number): AsyncBuffer {
  return {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      let read = 0;
      while (read < bytes.length) {
        const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
        if (bytesRead === 0) throw new RangeError("the file is cut off");
        read += bytesRead;
      }
      return bytes.buffer;
    },
  };
}
