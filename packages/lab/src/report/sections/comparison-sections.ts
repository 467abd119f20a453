// Areas, ranks and differences: who is better, and by how much.
import { html, type Markup, PAGE_COLOURS } from "@xpal/data/chart";
import { criticalDifferenceDiagram } from "../figures/critical-difference.ts";
import { wideSvg } from "../figures/wide-svg.ts";
import type { ReportParts } from "../report-parts.ts";
import { kernelTitle } from "../tables/kernel-title.ts";
import { sharedNote } from "../tables/run-notes.ts";
import { tableHtml } from "../tables/table-html.ts";
import { absent, type Section } from "./section.ts";

/** The table of areas. */
export function aulcSection(parts: ReportParts): Section {
  return { id: "aulc", short: "AULC", title: "Results by dataset", body: tableOf(parts, "aulc") };
}

/** Mean ranks by kernel and the critical-difference diagrams. */
export function rankSection(parts: ReportParts): Section {
  const { rankings, overall, tables } = parts;
  const diagrams = [...(overall === null ? [] : [overall]), ...rankings].flatMap((ranking) => {
    const drawing = criticalDifferenceDiagram(ranking, PAGE_COLOURS);
    if (drawing === null) return [];
    return [
      html`<figure><figcaption><b>Critical differences, ${kernelTitle(ranking.kernel)}.</b></figcaption>${wideSvg(drawing)}</figure>`,
    ];
  });
  const heat = rankings.flatMap(({ kernel }) => {
    const table = [...tables.values()].find(({ title }) => title === `Mean ranks, ${kernelTitle(kernel)}`);
    return table === undefined ? [] : [tableHtml(table)];
  });
  const note = html`<p>Mean ranks on a line; a bar joins strategies whose mean ranks differ by less than the critical difference of Nemenyi's test at .05, which cannot be told apart.${sharedNote(rankings.flatMap(({ shared }) => shared))}</p>`;
  const body =
    rankings.length === 0
      ? absent("No ranks: no dataset has a repetition that the reference and another strategy share.")
      : html`<div class="columns">${heat}</div>${diagrams.length === 0 ? absent("No critical-difference diagram: it takes at least two datasets of a kernel.") : [note, html`<div class="pair">${diagrams}</div>`]}`;
  return { id: "ranks", short: "Ranks", title: "Mean ranks", body };
}

/** Sizes of differences with corrected tests. */
export function differenceSection(parts: ReportParts): Section {
  const body =
    parts.comparisons.length === 0 ? absent("Nothing to compare the reference with.") : tableOf(parts, "differences");
  return { id: "differences", short: "Differences", title: "How large the differences are", body };
}

/** A table by name. */
export function tableOf({ tables }: ReportParts, name: string): Markup {
  const table = tables.get(name);
  return table === undefined ? html`` : tableHtml(table);
}
