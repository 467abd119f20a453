// Files say what they are in their first bytes; their names may lie. Only what is named here is recognised.

/** A kind of file by its first bytes. */
export interface RecognisedBytes {
  readonly kind: "parquet" | "arrow" | "zip" | "npy" | "other";
  /** For messages: "a PNG image". */
  readonly words: string;
}

const SIGNATURES: readonly (readonly [bytes: string, kind: RecognisedBytes["kind"], words: string])[] = [
  ["PAR1", "parquet", "a Parquet file"],
  ["ARROW1", "arrow", "an Arrow file"],
  ["\xff\xff\xff\xff", "arrow", "an Arrow stream"],
  ["PK\x03\x04", "zip", "a ZIP archive"],
  ["PK\x05\x06", "zip", "an empty ZIP archive"],
  ["\x93NUMPY", "npy", "a NumPy array"],
  ["\x1f\x8b", "other", "compressed by gzip"],
  ["BZh", "other", "compressed by bzip2"],
  ["\xfd7zXZ\x00", "other", "compressed by xz"],
  ["\x28\xb5\x2f\xfd", "other", "compressed by zstd"],
  ["7z\xbc\xaf", "other", "a 7-Zip archive"],
  ["\xd0\xcf\x11\xe0", "other", "an old Excel or Word file"],
  ["%PDF", "other", "a PDF document"],
  ["\x89PNG", "other", "a PNG image"],
  ["\xff\xd8\xff", "other", "a JPEG image"],
  ["GIF8", "other", "a GIF image"],
  ["SQLite format 3\x00", "other", "a SQLite database"],
  ["\x89HDF", "other", "an HDF5 file"],
  ["\x80\x04\x95", "other", "a Python pickle"],
  ["\x7fELF", "other", "a program"],
  ["MZ\x90", "other", "a program"],
];

/** What the first bytes say, or undefined when they could be text. */
export function recogniseBytes(bytes: Uint8Array): RecognisedBytes | undefined {
  for (const [signature, kind, words] of SIGNATURES) {
    if (bytes.length >= signature.length && [...signature].every((letter, i) => bytes[i] === letter.charCodeAt(0))) {
      return { kind, words };
    }
  }
  return undefined;
}
