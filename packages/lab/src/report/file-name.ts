/** A name as part of a file's or an anchor's: letters, digits, dots and dashes. */
export function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, "-");
}
