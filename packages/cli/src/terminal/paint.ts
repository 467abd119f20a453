// Colour codes, left out if the output does not support them. The 256-colour palette looks the same on dark and light
// backgrounds.

/** The colours of curves and accents, as numbers of the 256-colour palette. */
export type Ink = number;

export const INK = { accent: 33, good: 35, warn: 208, faint: 245 } as const;

/** Adds colour codes to text if colour is on. */
export interface Paint {
  (ink: Ink, text: string): string;
  bold(text: string): string;
}

/** A painter; one that is switched off returns the text as it is. */
export function painter(colour: boolean): Paint {
  const wrap = (code: string, text: string) => (colour && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text);
  const paint = (ink: Ink, text: string) => wrap(`38;5;${ink}`, text);
  return Object.assign(paint, { bold: (text: string) => wrap("1", text) });
}
