// An evaluation as a page that needs nothing else: image, table, sentences, and how to repeat it.
import { html, raw } from "@xpal/data/chart";
import type { StrategyOutcome } from "./evaluate-strategies.ts";
import { type Compared, intervalText, lastWords, noIntervalWords } from "./evaluation-sentences.ts";
import { overlapWords, testColumns, testsOf } from "./tested.ts";

/** What the page shows. */
export interface EvaluationPage {
  readonly title: string;
  readonly svg: string;
  readonly outcomes: readonly StrategyOutcome[];
  readonly sentences: readonly string[];
  readonly compared: Compared;
  /** The command that repeats it. */
  readonly command: string;
}

/** The page as HTML. */
export function evaluationPage({ title, svg, outcomes, sentences, command, compared }: EvaluationPage): string {
  const missing = noIntervalWords(outcomes);
  const hasInterval = missing.length === 0;
  const tests = testsOf(outcomes);
  const columns = testColumns(tests);
  const rows = outcomes.map((outcome, at) => {
    const { curve, aulc } = outcome;
    return html`<tr><th scope="row">${curve.name}</th><td>${aulc.mean.toFixed(4)}</td>${hasInterval ? html`<td>${intervalText(outcome)}</td>` : ""}<td>${lastWords(outcome, compared.axes)}</td>${columns.map(({ cells }) => html`<td>${cells[at]}</td>`)}</tr>`;
  });
  const { markup } = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:800px;margin:2rem auto;padding:0 1rem}
svg{max-width:100%;height:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:1rem 0}
th,td{padding:.3rem .9rem .3rem 0;text-align:right;border-bottom:1px solid #8884}th[scope=row],th:first-child{text-align:left}
code{overflow-wrap:anywhere}
</style>
<h1>${title}</h1>
${raw(svg)}
<table>
<tr><th>strategy</th><th>area under the curve</th>${hasInterval ? html`<th>95 % confidence</th>` : ""}<th>last ${compared.name}</th>${columns.map(({ head }) => html`<th>${head}</th>`)}</tr>
${rows}
</table>
${[...missing, ...sentences, ...overlapWords(tests)].map((sentence) => html`<p>${sentence}</p>`)}
<p>Repeat it with <code>${command}</code></p>
</html>
`;
  return markup;
}
