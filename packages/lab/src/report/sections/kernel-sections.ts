// What studies of kernels ask beyond the paper: areas relative to the reference's, whether probabilities can be believed,
// and what the kernels have learned. Each is left out where the experiment has no data for it.
import { html, inlineSvg, PAGE_COLOURS } from "@xpal/data/chart";
import { reliabilityDiagram, reliabilityPlaces } from "../figures/reliability-diagram.ts";
import { weightsChart, weightsLegend } from "../figures/weights-chart.ts";
import type { ReportParts } from "../report-parts.ts";
import { tableOf } from "./comparison-sections.ts";
import type { Section } from "./section.ts";

/** Each strategy against the reference; null where the paper's values stand beside ours, or there is no other. */
export function relativeSection(parts: ReportParts): Section | null {
  if (!parts.tables.has("relative")) return null;
  const body = html`${tableOf(parts, "relative")}${tableOf(parts, "relative-by-dataset")}`;
  return { id: "relative", short: "Relative", title: `Against ${parts.results.reference.title}`, body };
}

/** How far probabilities can be believed. */
export function calibrationSection(parts: ReportParts): Section | null {
  const { calibrations } = parts;
  if (calibrations.length === 0) return null;
  const strategies = [...new Set(calibrations.map(({ strategy }) => strategy))];
  const figures = strategies.map((strategy) => {
    const drawing = reliabilityDiagram(strategy, reliabilityPlaces(calibrations, strategy), parts.styles, PAGE_COLOURS);
    return html`<figure>${inlineSvg(drawing)}</figure>`;
  });
  const body = html`${tableOf(parts, "calibration")}
<p>How often the predicted class is right where the classifier gives it a probability, early on (dashed) and at the end. On the diagonal the classifier can be taken at its word, below it is too sure. The larger a dot, the more test rows; every dataset counts the same. The numbers are calibration errors.</p>
<div class="small-charts">${figures}</div>`;
  return { id: "calibration", short: "Calibration", title: "Can the probabilities be believed?", body };
}

/** Which columns the kernels weigh most; null where none has weighed any. */
export function whatCountsSection(parts: ReportParts): Section | null {
  if (!parts.tables.has("columns")) return null;
  const body = html`<p>Kernels that learn give each column a weight. One far above 1 tells the classes apart; one near 0 hardly counts. A wide range says that the labels do not agree on it, and in runs that are not counted here no weights were clearly better than none.</p>${tableOf(parts, "columns")}`;
  return { id: "what-counts", short: "What counts", title: "What counts", body };
}

/** What the kernels have learned, label by label. */
export function weightsSection(parts: ReportParts): Section | null {
  const { weights } = parts;
  if (weights.length === 0) return null;
  const strategies = [...new Set(weights.map(({ strategy }) => strategy))];
  const charts = strategies.map((strategy, s) => {
    const figures = weights
      .filter((one) => one.strategy === strategy)
      .map((one) => html`<figure>${inlineSvg(weightsChart(one, PAGE_COLOURS))}</figure>`);
    return html`<details${s === 0 ? html` open` : ""}><summary>${strategy.title}</summary><div class="charts">${figures}</div></details>`;
  });
  const body = html`<p>Mean weight of each scale, of each locality and of each view of the features or learned metric against the number of labels, stacked to one. Blue is wider than the base kernel, red sharper, grey as it is; the greener, the more distances count in units of the neighbours’ distances. Before the first labels the base kernel is used alone.</p>
<figure>${inlineSvg(weightsLegend(weights, PAGE_COLOURS))}</figure>${charts}
<details><summary>Weights at the end of the runs</summary>${tableOf(parts, "weights")}</details>`;
  return { id: "weights", short: "Kernels", title: "What the kernels have learned", body };
}
