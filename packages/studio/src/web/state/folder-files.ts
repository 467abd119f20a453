// A dropped or chosen folder becomes one zip, so that the server takes a single upload.
import { zipSync } from "fflate";

export interface FolderFile {
  readonly path: string;
  readonly file: File;
}

/** All files of a drop, folders included. */
export async function filesOfDrop(transfer: DataTransfer): Promise<FolderFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found = await Promise.all(entries.map((entry) => walk(entry, "")));
  return found.flat();
}

/** The files as a zip, not compressed: pictures are already. */
export async function packFolder(files: readonly FolderFile[]): Promise<Blob> {
  const contents: Record<string, Uint8Array> = {};
  for (const { path, file } of files) contents[path] = new Uint8Array(await file.arrayBuffer());
  return new Blob([zipSync(contents, { level: 0 }) as Uint8Array<ArrayBuffer>]);
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
