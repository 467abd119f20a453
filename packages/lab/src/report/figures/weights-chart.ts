// What a kernel learns along the labels: the weight of each scale, beside it of each locality and of each view or metric,
// stacked to one. Wide scales in one colour, sharp ones in the other, so that the chart reads as a direction.

import {
  BANK_TRAITS,
  type BankTrait,
  bankValues,
  type LearntWeights,
  weightOf,
} from "../../analysis/results/learnt-weights.ts";
import { html, type Markup } from "../markup.ts";
import { fraction } from "../tables/number-text.ts";
import { viewTitle } from "../tables/view-title.ts";
import { at, type Drawing } from "./drawing.ts";
import type { Ink } from "./ink.ts";
import { linearScale } from "./scale.ts";

const SIZE = { width: 440, height: 178 };
const [TOP, BOTTOM, LEFT, RIGHT, GAP] = [34, 142, 34, 428, 26];

/** The chart of one dataset. */
export function weightsChart(weights: LearntWeights, ink: Ink): Drawing {
  const kinds = BANK_TRAITS.filter((of) => bankValues(weights.members, of).length > 1);
  const width = (RIGHT - LEFT - GAP * (kinds.length - 1)) / Math.max(1, kinds.length);
  const panels = kinds.map((of, k) => panel(weights, of, LEFT + k * (width + GAP), width, ink));
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
    body: html`<text x="${LEFT}" y="13" font-size="13" font-weight="600" fill="${ink.text}">${dataset.name}</text>${panels}`,
  };
}

/** Which colour is which scale, locality or view. */
export function weightsLegend(weights: readonly LearntWeights[], ink: Ink): Drawing {
  const members = weights.flatMap((one) => one.members);
  const shown = BANK_TRAITS.filter((of) => bankValues(members, of).length > 0);
  const rows = shown.map((of, row) => {
    const y = 6 + row * 24;
    const keys = bankValues(members, of).map((value, i) => {
      const x = 74 + i * stepOf(of);
      return html`<rect x="${x}" y="${y}" width="16" height="14" rx="2" ${fillOf(members, of, value, ink)}/><text x="${x + 21}" y="${y + 11}" font-size="12" fill="${ink.text}">${nameOf(of, value)}</text>`;
    });
    return html`<text x="4" y="${y + 11}" font-size="12" fill="${ink.soft}">${of}</text>${keys}`;
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

function panel(weights: LearntWeights, of: BankTrait, left: number, width: number, ink: Ink): Markup {
  const { labels, rows, members } = weights;
  const last = Math.max(1, labels[labels.length - 1]);
  const x = linearScale([0, last], [left, left + width], 4);
  const y = linearScale([0, 1], [BOTTOM, TOP], 2);
  const below = labels.map(() => 0);
  const bands = bankValues(members, of).map((value) => {
    const under = [...below];
    rows.forEach((row, r) => {
      below[r] += weightOf(weights, row, of, value);
    });
    const edge = (heights: readonly number[]) => labels.map((count, r) => `${at(x(count))},${at(y(heights[r]))}`);
    const path = [...edge(below), ...edge(under).reverse()].join("L");
    return html`<path d="M${path}Z" ${fillOf(members, of, value, ink)}/>`;
  });
  const down = x.ticks.map(
    (value) =>
      html`<line x1="${at(x(value))}" x2="${at(x(value))}" y1="${BOTTOM}" y2="${BOTTOM + 4}" stroke="${ink.soft}"/><text x="${at(x(value))}" y="${BOTTOM + 16}" text-anchor="middle">${value}</text>`,
  );
  const across = left > LEFT ? "" : [0, 0.5, 1].map((value) => tick(y(value), value, ink));
  return html`<g font-size="11" fill="${ink.soft}"><text x="${at(left)}" y="${TOP - 7}">${of}</text>${across}${down}<line x1="${at(left)}" x2="${at(left + width)}" y1="${BOTTOM}" y2="${BOTTOM}" stroke="${ink.soft}"/><text x="${at(left + width / 2)}" y="${BOTTOM + 31}" text-anchor="middle">labels</text></g>${bands}`;
}

function tick(place: number, value: number, ink: Ink): Markup {
  const text = String(value).replace(/^0\./, ".");
  return html`<line x1="${LEFT - 3}" x2="${LEFT}" y1="${at(place)}" y2="${at(place)}" stroke="${ink.soft}"/><text x="${LEFT - 6}" y="${at(place + 3.5)}" text-anchor="end">${text}</text>`;
}

function nameOf(of: BankTrait, value: number): string {
  return of === "view" ? viewTitle(value) : fraction(value);
}

/** Scales: blue where wider, red where sharper, grey at 1. Localities: the further from as given, the stronger. Views differ. */
function fillOf(members: LearntWeights["members"], of: BankTrait, value: number, ink: Ink): Markup {
  const values = bankValues(members, of);
  if (of === "view") return html`fill="${ink.series(value)}" fill-opacity=".7"`;
  if (of === "locality") {
    const strength = (0.15 + (0.75 * value) / Math.max(...values, 1e-9)).toFixed(2);
    return html`fill="${ink.useful}" fill-opacity="${strength}"`;
  }
  const octaves = Math.log2(value);
  const most = Math.max(...values.map((one) => Math.abs(Math.log2(one))), 1e-9);
  if (octaves === 0) return html`fill="${ink.soft}" fill-opacity=".3"`;
  const strength = (0.25 + (0.65 * Math.abs(octaves)) / most).toFixed(2);
  return html`fill="${octaves < 0 ? ink.good : ink.bad}" fill-opacity="${strength}"`;
}
