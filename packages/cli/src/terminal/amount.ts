/**
 * A number with its noun.
 * @example amount(1, "row") // "1 row"
 */
export function amount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
