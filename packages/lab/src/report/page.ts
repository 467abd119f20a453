// The report as one page that needs nothing else: style, script, data and drawings are inside, and nothing is fetched.

import { readFileSync } from "node:fs";
import { colourVariables, html, raw } from "@xpal/data/chart";
import type { Environment } from "../records/experiment.ts";
import { pageCurves } from "./data/data-files.ts";
import type { ReportParts } from "./report-parts.ts";
import { aulcSection, differenceSection, rankSection } from "./sections/comparison-sections.ts";
import { curveSection, labelsSection, measuresSection } from "./sections/curve-sections.ts";
import { glance } from "./sections/glance.ts";
import { calibrationSection, relativeSection, weightsSection, whatCountsSection } from "./sections/kernel-sections.ts";
import { paperSection } from "./sections/paper-section.ts";
import { type Section, sectionHtml } from "./sections/section.ts";
import { settingSection } from "./sections/setting-section.ts";
import { stoppingSection } from "./sections/stopping-section.ts";
import { priorSection, timeSection, usefulnessSection } from "./sections/study-sections.ts";

/** The page's text. */
export function page(parts: ReportParts): string {
  const { results, remarks } = parts;
  const { title, datasets, strategies, repetitions, records, environment } = results.experiment;
  const planned = datasets.length * strategies.length * repetitions;
  const notes = [...(records.length < planned ? [incomplete(records.length, planned, environment)] : []), ...remarks];
  const sections = [
    aulcSection(parts),
    paperSection(parts),
    relativeSection(parts),
    rankSection(parts),
    differenceSection(parts),
    curveSection(parts),
    measuresSection(parts),
    calibrationSection(parts),
    weightsSection(parts),
    whatCountsSection(parts),
    labelsSection(parts),
    stoppingSection(parts),
    priorSection(parts),
    usefulnessSection(parts),
    timeSection(parts),
    settingSection(parts),
  ].filter((section): section is Section => section !== null);
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style())}</style>
</head>
<body>
<a class="skip" href="#aulc">To the results</a>
<header><h1>${title}</h1>
<p>${results.strategies.length} strategies on ${results.datasets.length} ${results.datasets.length === 1 ? "dataset" : "datasets"}, ${repetitions === 1 ? "one repetition" : `up to ${repetitions} repetitions`} each. Everything on this page is computed from the recorded runs; the files beside it hold the same numbers.</p>
${notes.length === 0 ? "" : html`<ul class="remarks">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
${glance(parts)}</header>
<nav aria-label="Sections"><ul>${sections.map(({ id, short }) => html`<li><a href="#${id}">${short}</a></li>`)}</ul><button type="button" id="look" class="script">Dark</button></nav>
<main>${sections.map(sectionHtml)}</main>
<script type="application/json" id="curves-data">${raw(inertJson(pageCurves(results)))}</script>
<script>${raw(asset("page.js"))}</script>
</body>
</html>
`;
  return markup;
}

/** A session that ended has tried all runs: what is missing has failed. */
function incomplete(done: number, planned: number, { finishedAt }: Environment): string {
  const [kind, others] =
    finishedAt === ""
      ? ["Unfinished", "numbers will still move"]
      : ["Incomplete", "the others failed and will not come by themselves"];
  return `${kind}: ${done} of ${planned} runs are in; ${others}. Comparisons of two strategies use the repetitions that both have, ranks those that all ranked strategies have.`;
}

/** Light by default and on paper; dark where the reader's system or the button says so. */
function style(): string {
  const dark = colourVariables("dark");
  const looks = `:root{color-scheme:light;${colourVariables("light")}}
@media screen and (prefers-color-scheme:dark){:root:not([data-look=light]){color-scheme:dark;${dark}}}
@media screen{:root[data-look=dark]{color-scheme:dark;${dark}}}`;
  return [looks, ...["page.css", "phone.css", "print.css"].map(asset)].join("\n");
}

/** JSON that cannot end the script element it stands in. */
function inertJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Style and script are read where they are kept, so that source and build share one copy. */
function asset(name: string): string {
  return readFileSync(new URL(`../../src/report/assets/${name}`, import.meta.url), "utf8");
}
