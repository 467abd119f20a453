// Browsers offer `crypto.randomUUID` to secure pages only; one that comes by plain HTTP from another machine makes its ids
// here. Imported first.

/** A random id (version 4 of RFC 9562) of 16 random bytes. */
export function uuidOf(random: Uint8Array): ReturnType<Crypto["randomUUID"]> {
  const bytes = Uint8Array.from(random);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

crypto.randomUUID ??= () => uuidOf(crypto.getRandomValues(new Uint8Array(16)));
