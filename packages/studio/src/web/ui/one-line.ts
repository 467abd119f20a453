// A name as the server takes it.

/** One line without spaces around it and of limited length; empty when nothing is left. */
export function oneLine(text: string, most: number): string {
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  // Cut between characters, not inside of one.
  let name = "";
  for (const character of line) {
    if (name.length + character.length > most) break;
    name += character;
  }
  return name.trim();
}
