import { html, type Markup } from "@xpal/data/chart";

/** A part of the page that the menu leads to. */
export interface Section {
  readonly id: string;
  /** In the menu. */
  readonly short: string;
  readonly title: string;
  readonly body: Markup;
}

/** A sentence in place of something that the experiment has no data for. */
export function absent(sentence: string): Markup {
  return html`<p class="absent">${sentence}</p>`;
}

/** The section as markup. */
export function sectionHtml({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`;
}
