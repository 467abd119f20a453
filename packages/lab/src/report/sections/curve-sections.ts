// The learning curves, and what follows from them: how many labels an error costs.

import { html, inlineSvg, type LineStyle, lineSample, PAGE_COLOURS } from "@xpal/data/chart";
import { datasetsWith, measuresIn, measureTitle } from "../../analysis/results/measures.ts";
import { curvesOverCost, learningCurves } from "../figures/learning-curves.ts";
import type { ReportParts } from "../report-parts.ts";
import { kernelTitle } from "../tables/kernel-title.ts";
import { tableOf } from "./comparison-sections.ts";
import type { Section } from "./section.ts";

/** One chart per dataset, strategies to be switched on and off. */
export function curveSection({ results, shown, styles }: ReportParts): Section {
  const switches = shown.map(({ key, title }) => {
    const sample = lineSample(styles.get(key) as LineStyle, PAGE_COLOURS);
    return html`<label><input type="checkbox" data-switch="${key}" checked> ${sample} ${title}</label>`;
  });
  const kernels = [...new Set(results.datasets.map(({ kernel }) => kernel))];
  const charts = kernels.map((kernel) => {
    const figures = results.datasets.flatMap((dataset, d) => {
      if (dataset.kernel !== kernel) return [];
      const drawing = learningCurves(results, dataset, shown, styles, PAGE_COLOURS, { bands: true });
      const { left, right, top, bottom } = drawing.frame;
      const geometry = [left, right, top, bottom, drawing.labels, ...drawing.errors].join(" ");
      return [
        html`<figure class="chart" data-dataset="${d}" data-geometry="${geometry}">${inlineSvg(drawing, html` tabindex="0"`)}</figure>`,
      ];
    });
    return html`<h3>${kernelTitle(kernel)}</h3><div class="charts">${figures}</div>`;
  });
  const priced = results.datasets.flatMap((dataset) => {
    const drawing = curvesOverCost(results, dataset, shown, styles, PAGE_COLOURS);
    return drawing === null ? [] : [html`<figure>${inlineSvg(drawing)}</figure>`];
  });
  const overCost =
    priced.length === 0
      ? ""
      : html`<h3>Over the cost of the labels</h3><p>After labels of the same cost instead of the same number, up to the least that any run spent.</p><div class="charts">${priced}</div>`;
  return {
    id: "curves",
    short: "Curves",
    title: "Learning curves",
    body: html`<p>Mean test error after each label<span class="script">; the switch “95 % bands” adds the confidence band of each mean</span>. Errors before the first few labels may lie above the frame. <span class="script">Point at a chart, or focus it and use the arrow keys, to read its values.</span></p>
<fieldset class="switches"><legend>Strategies</legend>${switches}<label class="script"><input type="checkbox" data-bands> 95 % bands</label></fieldset>
${charts}${overCost}
<p class="files">Means: <a href="curves.csv">CSV</a> Every run: <a href="curves.parquet">Parquet</a></p>`,
  };
}

/** The other measures of a study; null if it has no others. */
export function measuresSection(parts: ReportParts): Section | null {
  const { results, shown, styles, tables } = parts;
  if (!tables.has("measures")) return null;
  const cells = results.datasets.flatMap(({ name }) => shown.map(({ key }) => results.cell(name, key)));
  const charts = measuresIn(cells).map((measure) => {
    const figures = datasetsWith(measure, results, shown).map((dataset) => {
      const drawing = learningCurves(results, dataset, shown, styles, PAGE_COLOURS, { measure });
      return html`<figure>${inlineSvg(drawing)}</figure>`;
    });
    return html`<details><summary>Curves of the ${measureTitle(measure)}</summary><div class="charts">${figures}</div></details>`;
  });
  const body = html`${tableOf(parts, "measures")}${charts}`;
  return { id: "measures", short: "Measures", title: "Other measures", body };
}

/** Labels to the same error, for the usual target and, with the script, for any. */
export function labelsSection(parts: ReportParts): Section {
  const options = parts.results.datasets.map(({ name }, d) => html`<option value="${d}">${name}</option>`);
  return {
    id: "labels",
    short: "Labels needed",
    title: "Labels needed to reach an error",
    body: html`${tableOf(parts, "labels")}
<form class="asker script" id="asker"><label>Dataset <select name="dataset">${options}</select></label> <label>Target error <input name="target" type="number" min="0" max="1" step="0.005"></label><output aria-live="polite"></output></form>`,
  };
}
