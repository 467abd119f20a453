// A dropped or chosen folder becomes one zip, so that the server takes a single upload.
import { Zip, ZipPassThrough } from "fflate";

export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** An item of a drop in browsers with the File System Access API. */
type HandleItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<Handle | null> };
type Handle = FileSystemFileHandle | (FileSystemDirectoryHandle & { values(): AsyncIterable<Handle> });

/** All files of a drop, folders included. */
export async function filesOfDrop(transfer: DataTransfer): Promise<FolderFile[]> {
  // All must be asked for before the first wait: afterwards the browser has emptied the transfer.
  const items = [...transfer.items].map((item) => {
    const [entry, file] = [item.webkitGetAsEntry(), item.getAsFile()];
    return { entry, file, handle: entry?.isDirectory ? (item as HandleItem).getAsFileSystemHandle?.() : undefined };
  });
  const found = await Promise.all(
    items.map(async ({ entry, file, handle }) => {
      // Chromium lets a page that was opened from the disk read a folder by its handle only.
      const folder = await handle?.catch(() => null);
      if (folder) return walkHandle(folder, "");
      // A file is taken as it is: Firefox gives an entry for files without a place on the disk, too, and that one is empty.
      if (entry?.isDirectory) return walk(entry, "");
      return file === null || file.name.startsWith(".") ? [] : [{ path: file.name, file }];
    }),
  );
  return found.flat();
}

/**
 * The files as a zip, not compressed: images are already. Files are
 * packed one after the other, so that the page stays awake and an aborted signal is obeyed.
 */
export async function packFolder(
  files: readonly FolderFile[],
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  });
  const add = (path: string, bytes: Uint8Array) => {
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    entry.push(bytes, true);
  };
  for (const [at, { path, file }] of files.entries()) {
    signal.throwIfAborted();
    progress(at / files.length);
    add(path, new Uint8Array(await file.arrayBuffer()));
  }
  zip.end();
  return new Blob(parts);
}

async function walkHandle(handle: Handle, below: string): Promise<FolderFile[]> {
  if (handle.name.startsWith(".")) return [];
  const path = below === "" ? handle.name : `${below}/${handle.name}`;
  if (handle.kind === "file") return [{ path, file: await handle.getFile() }];
  const all: FolderFile[] = [];
  for await (const inner of handle.values()) all.push(...(await walkHandle(inner, path)));
  return all;
}

async function walk(entry: FileSystemEntry, below: string): Promise<FolderFile[]> {
  if (entry.name.startsWith(".")) return [];
  const path = below === "" ? entry.name : `${below}/${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    return [{ path, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FolderFile[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    for (const inner of some) all.push(...(await walk(inner, path)));
  }
}
