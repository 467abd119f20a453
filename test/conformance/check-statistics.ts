// Signed-rank tests, ranks, areas under curves, and the paper's summary. All values within 1e-10.

import { averageRanks } from "../../packages/lab/dist/analysis/statistics/average-ranks.js";
import { type Performances, type Summary, summarise } from "../../packages/lab/dist/analysis/statistics/summary.js";
import { type Alternative, wilcoxon } from "../../packages/lab/dist/analysis/statistics/wilcoxon.js";
import { aulc } from "../../packages/lab/dist/replay/aulc.js";
import { type Content, given } from "./checker.ts";
import type { Tally, Tolerance } from "./tally.ts";

const TOLERANCE: Tolerance = { within: 1e-10 };
const ALTERNATIVES: readonly Alternative[] = ["two-sided", "less", "greater"];
const METHODS = { p_default: "auto", p_normal: "normal", p_exact: "exact" } as const;

type TestCase = { readonly x: number[]; readonly y: number[] } & Readonly<Partial<Record<Alternative, Expected>>>;

interface Expected {
  readonly statistic?: number | null;
  readonly p_default?: number | null;
  readonly p_normal?: number | null;
  readonly p_exact?: number | null;
  readonly error?: string | null;
}

/** Checks a file of statistics. */
export async function checkStatistics(content: Content, tally: Tally): Promise<void> {
  await tally.each<TestCase>("wilcoxon", content.wilcoxon, async (test, where) => {
    await tally.each<Alternative>(where, ALTERNATIVES, (side) => checkTest(`${where}, ${side}`, test, side, tally));
  });
  await tally.each<{ values: number[]; ranks: number[] }>("ranks", content.ranks, ({ values, ranks }, where) => {
    tally.vector(where, averageRanks(values), ranks, TOLERANCE);
  });
  await tally.each<{ test_error: number[]; aulc: number }>("aulc", content.aulc, (curve, where) => {
    tally.number(where, aulc(curve.test_error), curve.aulc, TOLERANCE);
  });
  const summaries = [content.summary].flat().filter(given);
  await tally.each<Content>("summary", summaries, (summary) => checkSummary(summary, tally));
}

function checkTest(where: string, test: TestCase, alternative: Alternative, tally: Tally): void {
  const want = test[alternative];
  if (!want) return;
  if (want.error) {
    tally.same(`${where}, rejected`, rejects(test, alternative), true);
    return;
  }
  for (const [key, method] of Object.entries(METHODS) as [keyof typeof METHODS, "auto" | "normal" | "exact"][]) {
    const p = want[key];
    if (!given(p)) continue;
    const got = wilcoxon(test.x, test.y, { alternative, method });
    tally.number(`${where}, ${key}`, got.pValue, p, TOLERANCE);
    if (key === "p_default" && given(want.statistic)) {
      tally.number(`${where}, statistic`, got.statistic, want.statistic, TOLERANCE);
    }
  }
}

function rejects(test: TestCase, alternative: Alternative): boolean {
  try {
    wilcoxon(test.x, test.y, { alternative });
    return false;
  } catch {
    return true;
  }
}

/** The file's key, and the same thing in our summary as rows of numbers. */
const SUMMARY_PARTS: readonly (readonly [string, (summary: Summary) => (number | null)[]])[] = [
  ["mean", ({ mean }) => mean.flat()],
  ["std", ({ std }) => std.flat()],
  ["best_strategy", ({ bestStrategy }) => bestStrategy],
  ["mean_ranks", ({ meanRanks }) => meanRanks.flat()],
  ["mean_ranks_over_datasets", ({ meanRanksOverDatasets }) => meanRanksOverDatasets],
  ["p_less", ({ pLess }) => pLess.flat()],
  ["p_greater", ({ pGreater }) => pGreater.flat()],
  ["significance_code", ({ significanceCode }) => significanceCode.flat()],
  ["wins_ties_losses", ({ winsTiesLosses }) => winsTiesLosses.flatMap((s) => [s.wins, s.ties, s.losses])],
];

function checkSummary(content: Content, tally: Tally): void {
  const summary = summarise(content.performances as Performances);
  for (const [key, part] of SUMMARY_PARTS) {
    if (!given(content[key])) continue;
    const want = (content[key] as unknown[]).flat() as (number | null)[];
    const got = part(summary).map((value) => value ?? Number.NaN);
    tally.vector(`summary, ${key}`, got, want, TOLERANCE);
  }
}
