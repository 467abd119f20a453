// LZ4 frames, the compression that pandas writes by default into Arrow files; decompression only, after the format
// descriptions of LZ4 (blocks, and frames version 1.6). Checksums are passed over: Arrow has lengths of its own.

/** Decompresses a frame; throws if it is cut off or broken. */
export function decodeLz4Frame(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw new RangeError("no LZ4 frame");
  const flags = bytes[4];
  const blockChecksums = (flags & 16) !== 0;
  let at = 6 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0) + 1;
  let out: Uint8Array = new Uint8Array(Math.max(64, bytes.length * 3));
  let size = 0;
  for (;;) {
    const header = view.getUint32(at, true);
    at += 4;
    if (header === 0) return out.slice(0, size);
    const length = header & 0x7fffffff;
    const block = bytes.subarray(at, at + length);
    if (block.length < length) throw new RangeError("LZ4 frame cut off");
    if (header >= 0x80000000) {
      out = withRoom(out, size + length);
      out.set(block, size);
      size += length;
    } else ({ out, size } = decodeBlock(block, out, size));
    at += length + (blockChecksums ? 4 : 0);
  }
}

/** Appends a block; matches may reach back into earlier blocks. */
function decodeBlock(block: Uint8Array, into: Uint8Array, start: number): { out: Uint8Array; size: number } {
  let out = into;
  let size = start;
  let at = 0;
  const longer = (length: number) => {
    let sum = length;
    if (length !== 15) return sum;
    for (let byte = 255; byte === 255; sum += byte) byte = block[at++] ?? 0;
    return sum;
  };
  while (at < block.length) {
    const token = block[at++];
    const literals = longer(token >> 4);
    if (at + literals > block.length) throw new RangeError("LZ4 block cut off");
    out = withRoom(out, size + literals);
    out.set(block.subarray(at, at + literals), size);
    at += literals;
    size += literals;
    if (at >= block.length) break;
    const back = block[at] | (block[at + 1] << 8);
    at += 2;
    const length = longer(token & 15) + 4;
    if (back === 0 || back > size) throw new RangeError("LZ4 match out of range");
    out = withRoom(out, size + length);
    for (let i = 0; i < length; i++) out[size + i] = out[size + i - back];
    size += length;
  }
  return { out, size };
}

function withRoom(out: Uint8Array, size: number): Uint8Array {
  if (size <= out.length) return out;
  const larger = new Uint8Array(Math.max(size, out.length * 2));
  larger.set(out);
  return larger;
}
