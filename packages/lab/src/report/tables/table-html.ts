import { html, type Markup } from "@xpal/data/chart";
import type { Table, TableCell } from "./table.ts";

/** A table for the page: heads with scope, so that a screen reader can name row and column of every number. */
export function tableHtml(table: Table): Markup {
  const [first, ...columns] = table.columns;
  const groups = table.groups.map(({ title, rows }) => {
    const head = title
      ? html`<tr class="group"><th colspan="${table.columns.length}" scope="rowgroup">${title}</th></tr>`
      : "";
    return html`<tbody>${head}${rows.map((row) => html`<tr>${row.map((cell, c) => cellHtml(cell, c, table))}</tr>`)}</tbody>`;
  });
  return html`<figure class="table" id="table-${table.name}">
<figcaption><b>${table.title}.</b> ${table.caption}</figcaption>
<div class="scroll" tabindex="0" role="region" aria-label="${table.title}"><table>
<thead><tr><th scope="col">${first.title}</th>${columns.map(({ title, numeric }) => html`<th scope="col"${numeric ? html` class="number"` : ""}>${title}</th>`)}</tr></thead>
${groups}
</table></div>
<p class="files"><a href="tables/${table.name}.tex">LaTeX</a><a href="tables/${table.name}.csv">CSV</a></p></figure>`;
}

function cellHtml({ text, beside, strong, agreement, heat }: TableCell, column: number, { columns }: Table): Markup {
  const content = html`${strong ? html`<strong>${text}</strong>` : text}${beside === undefined ? "" : html`<small>${lines(beside)}</small>`}`;
  if (column === 0) return html`<th scope="row">${content}</th>`;
  const classes = [columns[column].numeric ? "number" : "", agreement ?? "", heat === undefined ? "" : heatClass(heat)];
  const list = classes.filter(Boolean).join(" ");
  const shade = heat === undefined ? "" : html` style="--heat:${Math.round(Math.abs(heat - 0.5) * 110)}%"`;
  return html`<td${list === "" ? "" : html` class="${list}"`}${shade}>${content}</td>`;
}

/** What commas part may stand on lines of its own, but is not broken itself. */
function lines(beside: string): string | Markup[] {
  const parts = beside.split(", ");
  if (parts.length === 1) return beside;
  return parts.map((part, i) => {
    const test = part.startsWith("Holm") ? html` class="test"` : ""; // not a part of what is compared with the paper
    return html`<span${test}>${part}${i + 1 < parts.length ? "," : ""}</span> `;
  });
}

function heatClass(heat: number): string {
  return heat < 0.5 ? "heat good" : "heat bad";
}
