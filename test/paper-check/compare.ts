// An experiment's aulc.json beside the paper's table: which cells differ, and whether the whole agrees as far as it can.
// How near a strategy can come depends on what its numbers hang on: see docs/decisions/0024-how-near-the-paper.md.
import { printedArea } from "../../packages/lab/dist/paper/printed/printed.js";

/** A cell of an aulc.json. */
interface Cell {
  readonly mean: number;
  readonly std: number;
  readonly significance: number;
}

/** The part of an aulc.json that is compared. */
export interface AulcFile {
  readonly repetitions?: number;
  readonly rows: readonly { readonly dataset: string; readonly cells: Readonly<Record<string, Cell>> }[];
}

/** A cell that is not as printed. */
interface Difference {
  readonly dataset: string;
  readonly strategy: string;
  readonly own: Cell;
  readonly printed: Cell;
  /** What differs: "mean", "std", "significance". */
  readonly what: readonly string[];
}

/** A rule that the whole table is held to. */
interface Verdict {
  readonly rule: string;
  readonly holds: boolean;
  readonly found: string;
}

/** What the comparison found. */
export interface Comparison {
  readonly compared: number;
  readonly differences: readonly Difference[];
  readonly verdicts: readonly Verdict[];
}

/** Differences of rounded numbers are not exact. */
const ROUNDING = 1e-9;

const EXACT = ["xpal", "eer", "rand"];
const DRAWN = ["pal", "alce", "qbc"];

/** Compares all cells that the paper prints. */
export function compareWithPaper(file: AulcFile): Comparison {
  const cells = file.rows.flatMap(({ dataset, cells }) =>
    Object.entries(cells).flatMap(([strategy, own]) => {
      const printed = printedArea(dataset, strategy);
      return printed === null ? [] : [{ dataset, strategy, own, printed, what: differing(own, printed) }];
    }),
  );
  const of = (strategy: string) => cells.filter((cell) => cell.strategy === strategy);
  const verdicts = [
    ...EXACT.flatMap((strategy) => exactVerdict(strategy, of(strategy))),
    ...within(
      "us",
      of("us"),
      (cell) => meanOff(cell) <= 0.003 + ROUNDING,
      0,
      "within .003 of the printed mean on every dataset",
    ),
    ...DRAWN.flatMap((strategy) =>
      within(strategy, of(strategy), nearEnough, 2, "within two standard errors or .004 of the printed mean"),
    ),
    ...[...EXACT, "us", ...DRAWN].flatMap((strategy) => biasVerdict(strategy, of(strategy))),
    ...marksVerdict(cells.filter(({ strategy }) => strategy !== "xpal")),
  ];
  return { compared: cells.length, differences: cells.filter(({ what }) => what.length > 0), verdicts };
}

function differing(own: Cell, printed: Cell): string[] {
  return [
    ...(own.mean.toFixed(3) === printed.mean.toFixed(3) ? [] : ["mean"]),
    ...(Math.abs(Number(own.std.toFixed(3)) - printed.std) < 0.0015 ? [] : ["std"]),
    ...(own.significance === printed.significance ? [] : ["significance"]),
  ];
}

/** One dataset of 29 may differ; of fewer none, unless all 29 are there. */
function exactVerdict(strategy: string, cells: readonly Difference[]): Verdict[] {
  const off = cells.filter(({ what }) => what.includes("mean") || what.includes("std"));
  return verdict(strategy, cells, off, 1, "equal to the printed three digits, the deviation within .001");
}

function within(
  strategy: string,
  cells: readonly Difference[],
  near: (cell: Difference) => boolean,
  allowed: number,
  rule: string,
): Verdict[] {
  return verdict(
    strategy,
    cells,
    cells.filter((cell) => !near(cell)),
    allowed,
    rule,
  );
}

function verdict(
  strategy: string,
  cells: readonly Difference[],
  off: readonly Difference[],
  allowed: number,
  rule: string,
): Verdict[] {
  if (cells.length === 0) return [];
  const names = off.length === 0 ? "" : ` (not ${off.map(({ dataset }) => dataset).join(", ")})`;
  const found = `${cells.length - off.length} of ${cells.length}${names}`;
  return [{ rule: `${strategy}: ${rule}`, holds: off.length <= allowed, found }];
}

function biasVerdict(strategy: string, cells: readonly Difference[]): Verdict[] {
  if (cells.length === 0) return [];
  const bias = cells.reduce((sum, { own, printed }) => sum + own.mean - printed.mean, 0) / cells.length;
  const rule = `${strategy}: off by at most .001 on average over the datasets`;
  return [{ rule, holds: Math.abs(bias) <= 0.001, found: bias.toFixed(5) }];
}

/** 160 of the paper's 174 comparisons; the same share of fewer. */
function marksVerdict(cells: readonly Difference[]): Verdict[] {
  if (cells.length === 0) return [];
  const equal = cells.filter(({ what }) => !what.includes("significance")).length;
  const needed = Math.ceil((160 / 174) * cells.length);
  const rule = `significance marks: equal in at least ${needed} of ${cells.length} comparisons`;
  return [{ rule, holds: equal >= needed, found: String(equal) }];
}

function meanOff({ own, printed }: Difference): number {
  return Math.abs(Number(own.mean.toFixed(3)) - printed.mean);
}

/** The printed standard deviation over 100 repetitions gives the standard error. */
function nearEnough(cell: Difference): boolean {
  return meanOff(cell) <= Math.max(0.004, (2 * cell.printed.std) / 10) + ROUNDING;
}
