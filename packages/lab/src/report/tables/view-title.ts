import { VIEW_NAMES } from "../../replay/test-part.ts";

const TITLES: Readonly<Record<(typeof VIEW_NAMES)[number], string>> = {
  given: "as given",
  decorrelated: "decorrelated",
  ranks: "ranks",
  weights: "column weights",
  rankWeights: "rank weights",
  full: "full metric",
  partWeights: "weights of kinds",
  forest: "forest",
};

/** What a place among the views and metrics is called in tables and figures. */
export function viewTitle(view: number): string {
  return TITLES[VIEW_NAMES[view]];
}
