// The paper's smaller studies: priors, usefulness maps, computation time. Each is left out, with a sentence, where the
// experiment has no data for it.
import { html, inlineSvg, PAGE_COLOURS } from "@xpal/data/chart";
import { timeAgainstSize } from "../figures/time-against-size.ts";
import { usefulnessDrawing } from "../figures/usefulness-map.ts";
import { wideSvg } from "../figures/wide-svg.ts";
import type { ReportParts } from "../report-parts.ts";
import { tableOf } from "./comparison-sections.ts";
import { absent, type Section } from "./section.ts";

/** How much xPAL's prior matters. */
export function priorSection(parts: ReportParts): Section {
  const body =
    parts.priors === null
      ? absent("Left out: the experiment has no two priors of xPAL to compare.")
      : html`${tableOf(parts, "priors")}${tableOf(parts, "ranks-priors")}`;
  return { id: "priors", short: "Priors", title: "The prior of xPAL", body };
}

/** Where on a plane the strategies would ask. */
export function usefulnessSection({ usefulness }: ReportParts): Section {
  const titles = { own: "Labels chosen by each strategy", random: "The same random labels for all" } as const;
  const body =
    usefulness === null
      ? absent("Left out of this report.")
      : html`<p>A pool of 100 points in five blobs with two alternating classes (diamonds and squares), after eight labels (rings). The greener a point of the plane, the more useful its label would be to the strategy; the scores of different strategies mean different things, so each map has its own scale, shown beside it. The cross is what would be asked next. The points are drawn by the paper's recipe; they are not its own.</p>${(
          ["own", "random"] as const
        ).map(
          (labelling) =>
            html`<h3>${titles[labelling]}</h3><div class="maps">${usefulness.maps
              .filter((map) => map.labelling === labelling)
              .map(
                (map) => html`<figure>${inlineSvg(usefulnessDrawing(map, usefulness.example, PAGE_COLOURS))}</figure>`,
              )}</div>`,
        )}`;
  return { id: "usefulness", short: "Usefulness", title: "Where the strategies would ask", body };
}

/** How long a query takes. */
export function timeSection(parts: ReportParts): Section {
  const { computationTimes, results, styles } = parts;
  const figure =
    computationTimes.length === 0
      ? absent("The study of time against pool size is left out: it was not run.")
      : html`<figure><figcaption><b>Time against pool size.</b> Artificial data; the line is the mean over ${classCounts(parts)} classes, each of which is a dot.${measuredOn(parts)}</figcaption>${wideSvg(timeAgainstSize(computationTimes, results.strategies, styles, PAGE_COLOURS))}</figure>`;
  return { id: "time", short: "Time", title: "Computation time", body: html`${tableOf(parts, "times")}${figure}` };
}

function measuredOn({ computationTimes }: ReportParts): string {
  const machines = [...new Set(computationTimes.flatMap(({ machine }) => machine ?? []))];
  return machines.length === 0 ? "" : ` Measured on ${machines.join("; ")}.`;
}

function classCounts({ computationTimes }: ReportParts): string {
  return [...new Set(computationTimes.map(({ classCount }) => classCount))].sort((a, b) => a - b).join(", ");
}
