// Markup with the values escaped: what is not markup already is text. Names of datasets and strategies come from
// users, so nothing may reach the page another way.

/** A piece of HTML or SVG. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | readonly Value[];

/** Markup from a template; values are escaped, lists are joined. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: parts.map((part, i) => (i === 0 ? part : textOf(values[i - 1]) + part)).join("") };
}

/** Text that is markup already. */
export function raw(markup: string): Markup {
  return { markup };
}

/** Text with the five characters replaced that mean something in markup. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value === "object") return (value as Markup).markup;
  return escapeText(String(value));
}
