// What readers must know about the significance tests to read them rightly, said in every caption that shows one.
import { fewestPairs } from "../../analysis/statistics/min-pairs.ts";
import { WIN_LEVEL, type WinsTiesLosses } from "../../analysis/statistics/summary.ts";
import { marks, share } from "./number-text.ts";

/**
 * Why the p-values of repeated splits are too small (Nadeau and Bengio, Machine Learning 52, 2003).
 * @example OVERLAP_NOTE.includes("not independent") // true
 */
export const OVERLAP_NOTE =
  "Repetitions are random splits of the same rows: their training parts overlap, so they are not independent and p-values come out smaller than they should.";

/** Which marks cannot occur, and why; empty where all can. */
export function marksNote(repetitions: number): string {
  if (repetitions >= fewestPairs(WIN_LEVEL)) return "";
  const smallest = `With ${repetitions} ${repetitions === 1 ? "repetition" : "repetitions"} no p-value can be below 1/${2 ** repetitions} = ${share(2 ** -repetitions)}`;
  const possible = [0.05, 0.01].filter((level) => repetitions >= fewestPairs(level)).length;
  if (possible === 0) return ` ${smallest}, so there are no marks.`;
  return ` ${smallest}, so ${possible === 1 ? "at most one star or dagger occurs" : "at most two stars or daggers occur"}.`;
}

/** Why wins, ties and losses are left out; empty where they are not. */
export function winsNote(repetitions: number, { tests = 1 }: { readonly tests?: number } = {}): string {
  const needed = fewestPairs(WIN_LEVEL, { tests });
  if (repetitions >= needed) return "";
  const corrected = tests === 1 ? "" : ` after Holm's correction over ${tests} datasets`;
  return ` Wins at p below .001${corrected} need at least ${needed} repetitions and are left out.`;
}

/** Wins, ties and losses. */
export function winsText({ wins, ties, losses }: WinsTiesLosses): string {
  return `${wins}/${ties}/${losses}`;
}

/** What remains of marks after Holm's correction: beside the plain marks, and only where there are any. */
export function holmText(plain: number, corrected: number | null | undefined): string | undefined {
  if (plain === 0 || corrected === null || corrected === undefined) return undefined;
  return `Holm ${marks(corrected) || "–"}`;
}

/** How the text of `holmText` is read. */
export const HOLM_NOTE =
  "After “Holm”: the marks that remain with two-sided p-values corrected over all ranked comparisons of the experiment (– where none does).";
