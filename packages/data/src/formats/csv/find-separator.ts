// Which character separates the cells: the one that cuts the first records into equally many cells, more than one. If
// several do, the one under which more cells are plain numbers or words; what remains in doubt is said.
import type { Notice } from "../../table/notice.ts";
import { isValue } from "../cells/is-value.ts";
import { type PlainRecord, splitRecords } from "./split-records.ts";

const CANDIDATES = [",", ";", "\t", "|"];
const SAMPLE_RECORDS = 200;

/** The separator, and a notice if another would have done as well. */
export function findSeparator(sample: string, quote: string): { separator: string; notices: Notice[] } {
  const trials = CANDIDATES.map((separator) => rate(separator, sample, quote)).filter((trial) => trial.width > 1);
  if (trials.length === 0) return { separator: ",", notices: [] };
  trials.sort((a, b) => b.agreement - a.agreement || b.clean - a.clean || b.width - a.width);
  const [best, next] = trials;
  const rival = next !== undefined && next.agreement === best.agreement;
  if (!rival) return { separator: best.separator, notices: [] };
  const message = `the cells could be separated by ${word(best.separator)} or ${word(next.separator)}; ${word(best.separator)} was taken, set separator if that is wrong`;
  return { separator: best.separator, notices: [{ code: "separator-doubtful", message }] };
}

interface Trial {
  readonly separator: string;
  readonly width: number;
  /** The share of records that have the width of the first. */
  readonly agreement: number;
  /** The share of cells without any other candidate in them. */
  readonly clean: number;
}

function rate(separator: string, sample: string, quote: string): Trial {
  const { records, fault } = splitRecords(sample, separator, quote, SAMPLE_RECORDS);
  const filled = records.filter(({ cells }) => cells.length > 1 || cells[0] !== "");
  const width = filled[0]?.cells.length ?? 0;
  const same = filled.filter(({ cells }) => cells.length === width).length;
  const agreement = fault?.kind === "text-after-quote" ? 0 : same / Math.max(1, filled.length);
  return { separator, width, agreement, clean: cleanShare(filled, separator) };
}

/** A comma inside a number does not mean that the separator is wrong. */
function cleanShare(records: readonly PlainRecord[], separator: string): number {
  const others = CANDIDATES.filter((other) => other !== separator);
  const cells = records.flatMap((record) => record.cells);
  const clean = cells.filter((cell) => {
    if (!others.some((other) => cell.includes(other))) return true;
    return isValue(cell);
  });
  return clean.length / Math.max(1, cells.length);
}

function word(separator: string): string {
  return separator === "\t" ? "tabs" : `"${separator}"`;
}
