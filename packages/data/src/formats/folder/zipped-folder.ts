// A zip of texts, images or tables as if it were a folder: its files by their paths below the folder that all of them share.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { unzip } from "../zip/unzip.ts";
import { isEmbeddings, isImage, isTable, isText } from "./file-kinds.ts";

const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/;

/** Whether a path names an archive. */
export function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}

/**
 * The texts, images and tables of an archive by path; none where it holds something else.
 * @throws XpalError if it is damaged, or unpacks to more than a gibibyte.
 */
export async function zippedFolder(path: string): Promise<Map<string, Uint8Array>> {
  const files = unzip("readTable", basename(path), await readFile(path), isWanted);
  const root = sharedFolder([...files.keys()]);
  return new Map(Array.from(files, ([name, bytes]) => [name.slice(root.length), bytes]));
}

/** Whether a path in an archive names a text, an image or a table. */
export function isWanted(name: string): boolean {
  const file = name.slice(name.lastIndexOf("/") + 1);
  return !HIDDEN.test(name) && (isText(file) || isImage(file) || isTable(file) || isEmbeddings(file));
}

function sharedFolder(names: readonly string[]): string {
  const parts = names[0]?.split("/").slice(0, -1) ?? [];
  const shared = (length: number) => `${parts.slice(0, length).join("/")}/`;
  for (let length = parts.length; length > 0; length--) {
    if (names.every((name) => name.startsWith(shared(length)))) return shared(length);
  }
  return "";
}
