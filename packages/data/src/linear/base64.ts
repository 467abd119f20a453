// Numbers in a recipe: base64 of bytes, or of single precision numbers with the lowest byte first. `btoa` and `atob` are
// in Node and in browsers.

const CHUNK = 0x8000;

/** Bytes as base64, without a stack of arguments for each byte. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  }
  return btoa(parts.join(""));
}

/** The bytes of a base64 text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < decoded.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
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
