// Packed texts, by what Node and browsers have in common.

/** A text, packed. */
export async function gzip(text: string): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** @throws Error if the bytes are not packed, or unpack to more than `most` bytes. */
export async function gunzip(bytes: Uint8Array, most: number): Promise<string> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error(`it unpacks to more than ${most} bytes`);
    }
    texts.push(decoder.decode(part.value, { stream: true }));
  }
  return texts.join("") + decoder.decode();
}
