// What a kernel learns along the labels: the weight of each scale, beside it of each locality and of each view or metric,
// stacked to one. Wide scales in one colour, sharp ones in the other, so that the chart reads as a direction.

import { at, axes, type Colours, countScale, type Drawing, html, linearScale, type Markup } from "@xpal/data/chart";
import {
  BANK_TRAITS,
  type BankTrait,
  bankValues,
  type LearnedWeights,
  weightOf,
} from "../../analysis/results/learned-weights.ts";
import { fraction, shareTick } from "../tables/number-text.ts";
import { viewTitle } from "../tables/view-title.ts";

const SIZE = { width: 440, height: 178 };
const [TOP, BOTTOM, LEFT, RIGHT, GAP] = [34, 142, 34, 428, 26];

/** The chart of one dataset. */
export function weightsChart(weights: LearnedWeights, colours: Colours): Drawing {
  const kinds = BANK_TRAITS.filter((of) => bankValues(weights.members, of).length > 1);
  const width = (RIGHT - LEFT - GAP * (kinds.length - 1)) / Math.max(1, kinds.length);
  const panels = kinds.map((of, k) => panel(weights, of, LEFT + k * (width + GAP), width, colours));
  const { dataset, strategy, labels, rows } = weights;
  const [first, last] = [labels[0], labels[labels.length - 1]];
  const said = kinds.map((of) => {
    const shares = bankValues(weights.members, of).map((value) => {
      const percent = Math.round(100 * weightOf(weights, rows[rows.length - 1], of, value));
      return `${nameOf(of, value)} ${percent} %`;
    });
    return `${of} ${shares.join(", ")}`;
  });
  return {
    ...SIZE,
    label: `Weights of ${strategy.title} on ${dataset.name} from ${first} to ${last} labels; at the end ${said.join("; ")}`,
    body: html`<text x="${LEFT}" y="13" font-size="13" font-weight="600" fill="${colours.text}">${dataset.name}</text>${panels}`,
  };
}

/** Which colour is which scale, locality or view. */
export function weightsLegend(weights: readonly LearnedWeights[], colours: Colours): Drawing {
  const members = weights.flatMap((one) => one.members);
  const shown = BANK_TRAITS.filter((of) => bankValues(members, of).length > 0);
  const rows = shown.map((of, row) => {
    const y = 6 + row * 24;
    const keys = bankValues(members, of).map((value, i) => {
      const x = 74 + i * stepOf(of);
      return html`<rect x="${x}" y="${y}" width="16" height="14" rx="2" ${fillOf(members, of, value, colours)}/><text x="${x + 21}" y="${y + 11}" font-size="12" fill="${colours.text}">${nameOf(of, value)}</text>`;
    });
    return html`<text x="4" y="${y + 11}" font-size="12" fill="${colours.soft}">${of}</text>${keys}`;
  });
  return {
    width: 100 + Math.max(...shown.map((of) => stepOf(of) * bankValues(members, of).length)),
    height: 2 + 24 * shown.length,
    label: "Colours of scales, localities and views",
    body: html`${rows}`,
  };
}

/** How far apart the colours of a row are: names of views are longer than numbers. */
function stepOf(of: BankTrait): number {
  return of === "view" ? 118 : 62;
}

function panel(weights: LearnedWeights, of: BankTrait, left: number, width: number, colours: Colours): Markup {
  const { labels, rows, members } = weights;
  const last = Math.max(1, labels[labels.length - 1]);
  const x = countScale(last, [left, left + width], 4);
  const y = linearScale([0, 1], [BOTTOM, TOP], 2);
  const below = labels.map(() => 0);
  const bands = bankValues(members, of).map((value) => {
    const under = [...below];
    rows.forEach((row, r) => {
      below[r] += weightOf(weights, row, of, value);
    });
    const edge = (heights: readonly number[]) => labels.map((count, r) => `${at(x(count))},${at(y(heights[r]))}`);
    const path = [...edge(below), ...edge(under).reverse()].join("L");
    return html`<path d="M${path}Z" ${fillOf(members, of, value, colours)}/>`;
  });
  const frame = { left, right: left + width, top: TOP, bottom: BOTTOM };
  const titles = { x: "labels", y: of, yText: shareTick };
  const shown = left > LEFT ? Object.assign((value: number) => y(value), { ticks: [] }) : y; // all panels share the ticks of the first
  return html`${axes(frame, x, shown, titles, colours)}${bands}`;
}

function nameOf(of: BankTrait, value: number): string {
  return of === "view" ? viewTitle(value) : fraction(value);
}

/** Scales: blue where wider, red where sharper, grey at 1. Localities: the further from as given, the stronger. Views differ. */
function fillOf(members: LearnedWeights["members"], of: BankTrait, value: number, colours: Colours): Markup {
  const values = bankValues(members, of);
  if (of === "view") return html`fill="${colours.series(value)}" fill-opacity=".7"`;
  if (of === "locality") {
    const strength = (0.15 + (0.75 * value) / Math.max(...values, 1e-9)).toFixed(2);
    return html`fill="${colours.useful}" fill-opacity="${strength}"`;
  }
  const octaves = Math.log2(value);
  const most = Math.max(...values.map((one) => Math.abs(Math.log2(one))), 1e-9);
  if (octaves === 0) return html`fill="${colours.soft}" fill-opacity=".3"`;
  const strength = (0.25 + (0.65 * Math.abs(octaves)) / most).toFixed(2);
  return html`fill="${octaves < 0 ? colours.good : colours.bad}" fill-opacity="${strength}"`;
}
