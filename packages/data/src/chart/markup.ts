// Markup whose values are escaped. Names of datasets, classes and strategies come from users, so a value reaches a page
// or an SVG file only through this template.

/** A piece of HTML or SVG; see {@link html}. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | string | number | readonly Value[];

/**
 * Markup from a template: values are escaped unless they are markup themselves, and lists are joined.
 * @example html`<b>${"a < b"}</b>`.markup // "<b>a &#60; b</b>"
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: parts.map((part, i) => (i === 0 ? part : textOf(values[i - 1]) + part)).join("") };
}

/**
 * Text that is markup already, and must not come from a user.
 * @example html`<p>${raw("<br>")}</p>`.markup // "<p><br></p>"
 */
export function raw(markup: string): Markup {
  return { markup };
}

/** Replaces the five characters that have a meaning in markup. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function textOf(value: Value): string {
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value === "object") return (value as Markup).markup;
  return escapeText(String(value));
}
