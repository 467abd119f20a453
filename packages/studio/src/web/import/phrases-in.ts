// What a person typed of the classes: one class per line, a colon, and what it means.

/**
 * Phrases by class. A line without a colon or a phrase says nothing.
 * @example phrasesIn("billing: bills and payments") // { billing: "bills and payments" }
 */
export function phrasesIn(text: string): Record<string, string> {
  const lines = text.split("\n").map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()];
  });
  return Object.fromEntries(lines.filter(([name, phrase]) => name !== "" && phrase !== ""));
}
