// What was run, on what, with what: enough to run it again.

import { html } from "@xpal/data/chart";
import { otherVersions } from "../../analysis/results/run-versions.ts";
import { PAPER_BIBTEX, PAPER_CITATION, PAPER_DOI } from "../../paper/printed/citation.ts";
import type { Experiment } from "../../records/experiment.ts";
import type { ReportParts } from "../report-parts.ts";
import { count } from "../tables/number-text.ts";
import { tableOf } from "./comparison-sections.ts";
import type { Section } from "./section.ts";
import { sessionFacts } from "./session-facts.ts";

/** Datasets, strategies, machine, versions, seeds and options. */
export function settingSection(parts: ReportParts): Section {
  const { experiment } = parts.results;
  const { repetitions, records } = experiment;
  const seeds = [...new Set(records.map(({ seed }) => seed))].sort((a, b) => a - b);
  const facts: [string, string][] = [
    ["Repetitions", `${repetitions}, split by the seeds 1 to ${repetitions}; the seed of every run is in the store`],
    ["Seeds of the runs", `${seeds[0]} to ${seeds[seeds.length - 1]}`],
    ["Budget", budgetText(experiment)],
    [
      "Runs",
      `${count(records.length)} of ${count(experiment.datasets.length * experiment.strategies.length * repetitions)} planned`,
    ],
    ["Compared with", parts.results.reference.title],
    ...sessionFacts(experiment),
    ...versionFacts(parts),
  ];
  return {
    id: "setting",
    short: "Setting",
    title: "Datasets, strategies and machine",
    body: html`${tableOf(parts, "datasets")}${tableOf(parts, "strategies")}<h3>How it ran</h3><dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="files"><a href="aulc.json">aulc.json</a><a href="ranks.json">ranks.json</a><a href="times.json">times.json</a></p>
<h3>To cite</h3><p>xPAL, the strategies beside it and this way of comparing them: ${PAPER_CITATION}, <a href="https://doi.org/${PAPER_DOI}">doi:${PAPER_DOI}</a>.</p>
<details><summary>BibTeX</summary><pre>${PAPER_BIBTEX}</pre></details>`,
  };
}

/** A dataset may have a budget of its own, or fewer rows to label than the budget; runs say how many labels they had. */
function budgetText({ budget, datasets, records }: Experiment): string {
  const own = datasets.flatMap(({ name }) => {
    const labels = Math.max(...records.filter(({ dataset }) => dataset === name).map(({ picks }) => picks.length));
    return !Number.isFinite(labels) || labels === budget ? [] : [`${count(labels)} on ${name}`];
  });
  const others = own.length === 0 ? "" : `; by a budget of its own or the size of the training part ${own.join(", ")}`;
  return `${count(budget)} ${budget === 1 ? "label" : "labels"}${others}`;
}

/** Which versions the runs are of, where it is not the one that draws the report. */
function versionFacts({ results }: ReportParts): [string, string][] {
  const versions = otherVersions(results.experiment);
  if (versions.length === 0) return [];
  const texts = versions.map(({ version, runs }) => `${count(runs)} of xpal ${version}`);
  return [["Versions of the runs", texts.join(", ")]];
}
