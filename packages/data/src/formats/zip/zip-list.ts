// The list at the end of a ZIP archive: paths and checksums. Programs disagree about how names are written: without the flag
// for UTF-8 they are in the code page of old PCs by the standard, but Finder writes UTF-8 without it.

import { checkBytes } from "@xpal/core/check";
import { strFromU8 } from "fflate";

/** The upper half of code page 437 (APPNOTE.TXT, appendix D); letters of Western Europe are at the same places in 850. */
const UPPER =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const UTF8_FLAG = 0x800;

/** A file of an archive. */
export interface ListedFile {
  readonly path: string;
  readonly checksum: number;
}

/** The files of an archive by the names that fflate gives them (APPNOTE.TXT, 4.3.12); empty if it has no list. */
export function zipList(bytes: Uint8Array): Map<string, ListedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const listed = new Map<string, ListedFile>();
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return listed;
  let at = view.getUint32(end + 16, true);
  while (at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    const name = bytes.subarray(at + 46, at + 46 + nameLength);
    const isUtf8 = (view.getUint16(at + 8, true) & UTF8_FLAG) !== 0;
    listed.set(strFromU8(name, !isUtf8), { path: pathOf(name, isUtf8), checksum: view.getUint32(at + 16, true) });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return listed;
}

/**
 * The paths of an archive's files as people wrote them, by the names that fflate gives them.
 * @example zipPaths(new Uint8Array(0)).size // 0
 */
export function zipPaths(bytes: Uint8Array): Map<string, string> {
  checkBytes("zipPaths", "bytes", bytes);
  return new Map(Array.from(zipList(bytes), ([name, { path }]) => [name, path]));
}

function pathOf(name: Uint8Array, isUtf8: boolean): string {
  if (isUtf8) return strFromU8(name);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    return Array.from(name, (byte) => (byte < 128 ? String.fromCharCode(byte) : UPPER[byte - 128])).join("");
  }
}
