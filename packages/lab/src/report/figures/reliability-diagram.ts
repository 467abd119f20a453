// Reliability diagrams: how often the classifier is right where it claims a probability. On the diagonal it can be taken
// at its word; below it is too sure of itself. A dot's area is its bin's share of the test rows.

import {
  at,
  axes,
  type Colours,
  type Drawing,
  type Frame,
  html,
  type LineStyle,
  linearScale,
  type Markup,
  type Scale,
} from "@xpal/data/chart";
import type { Calibration } from "../../analysis/results/calibration.ts";
import type { StrategyCard } from "../../records/experiment.ts";
import { share, shareTick } from "../tables/number-text.ts";

const SIZE = { width: 300, height: 300 };
const FRAME: Frame = { left: 38, right: 288, top: 34, bottom: 262 };
/** The radius of a bin that holds all test rows. */
const LARGEST_DOT = 9;

/** The diagram of one strategy: the end in the strategy's colour, few labels dashed in grey. */
export function reliabilityDiagram(
  strategy: StrategyCard,
  shown: readonly Calibration[],
  styles: ReadonlyMap<string, LineStyle>,
  colours: Colours,
): Drawing {
  const own = colours.series((styles.get(strategy.key) as LineStyle).series);
  const colourOf = ({ at: when }: Calibration) => (when === "end" ? own : colours.soft);
  const x = linearScale([0, 1], [FRAME.left, FRAME.right]);
  const y = linearScale([0, 1], [FRAME.bottom, FRAME.top]);
  const lines = shown.map((one) => lineOf(one, x, y, colourOf(one)));
  const words = shown.map(
    (one, s) =>
      html`<text x="${FRAME.left + 8}" y="${FRAME.top + 16 + 15 * s}" font-size="11" fill="${colourOf(one)}">${placeName(one.at)}: ${share(one.error)}</text>`,
  );
  const named = { x: "probability of the predicted class", y: "share right", xText: shareTick, yText: shareTick };
  const diagonal = html`<line x1="${at(x(0))}" y1="${at(y(0))}" x2="${at(x(1))}" y2="${at(y(1))}" stroke="${colours.soft}" stroke-dasharray="3 3"/>`;
  const title = html`<text x="${FRAME.left}" y="13" font-size="13" font-weight="600" fill="${colours.text}">${strategy.title}</text>`;
  return {
    ...SIZE,
    label: `Reliability of ${strategy.title}: ${shown.map(({ at: when, error }) => `calibration error ${share(error)} ${when === "end" ? "at the end" : `after ${when} labels`}`).join(", ")}`,
    body: html`${title}${axes(FRAME, x, y, named, colours)}${diagonal}${lines}${words}`,
  };
}

/** Which label counts are drawn: one early, and the end. */
export function reliabilityPlaces(calibrations: readonly Calibration[], strategy: StrategyCard): Calibration[] {
  const own = calibrations.filter((one) => one.strategy === strategy);
  const early = own.find(({ at: when }) => when === 20) ?? own.find(({ at: when }) => when !== "end");
  return [...(early === undefined ? [] : [early]), ...own.filter(({ at: when }) => when === "end")];
}

function lineOf({ bins, at: when }: Calibration, x: Scale, y: Scale, colour: string): Markup {
  const filled = bins.filter(({ share: rows }) => rows > 0);
  const path = filled.map(({ confidence, hits }) => `${at(x(confidence))},${at(y(hits))}`).join("L");
  const dots = filled.map(
    ({ confidence, hits, share: rows }) =>
      html`<circle cx="${at(x(confidence))}" cy="${at(y(hits))}" r="${at(1 + LARGEST_DOT * Math.sqrt(rows))}" fill="${colour}" fill-opacity=".55"/>`,
  );
  const dash = when === "end" ? "" : html` stroke-dasharray="5 3"`;
  return html`<path d="M${path}" fill="none" stroke="${colour}" stroke-width="1.6"${dash}/>${dots}`;
}

function placeName(when: Calibration["at"]): string {
  return when === "end" ? "at the end" : `${when} labels`;
}
