// Bytes as text, by what Node and browsers have in common, and numbers in a recipe: single precision, lowest byte first.

import { checkBytes } from "@xpal/core/check";

/** A multiple of three, so that the parts can be joined; short enough to be passed as arguments. */
const PART = 3 * 8192;

/**
 * Bytes as base64.
 * @example toBase64(new Uint8Array([120, 80, 65, 76])) // "eFBBTA=="
 */
export function toBase64(bytes: Uint8Array): string {
  checkBytes("toBase64", "bytes", bytes);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + PART))));
  }
  return parts.join("");
}

/**
 * The bytes of a base64 text; of a text that is not base64 none.
 * @example [...fromBase64("eFBBTA==")] // [120, 80, 65, 76]
 */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}

/** Numbers in single precision. */
export function packNumbers(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => {
    bytes.setFloat32(4 * i, value, true);
  });
  return toBase64(new Uint8Array(bytes.buffer));
}

/** What `packNumbers` wrote. */
export function unpackNumbers(text: string): Float64Array {
  const bytes = new DataView(fromBase64(text).buffer);
  return Float64Array.from({ length: bytes.byteLength / 4 }, (_, i) => bytes.getFloat32(4 * i, true));
}
