// Text cut where keywords occur. Parts stay text; nothing of the data becomes markup.

export interface TextPart {
  readonly text: string;
  readonly hit: boolean;
}

/** The text in parts; `words` are separated by commas, case does not count. */
export function highlighted(text: string, words: string): TextPart[] {
  const wanted = words
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${wanted.join("|")})`, "gi"))
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
