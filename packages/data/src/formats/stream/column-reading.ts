// What the cells of a column of a delimited text are after all, collected block by block: numbers under one decimal mark or the
// other, dates, or text. What counts as a number or a date is what the reader of whole files takes for one (csv/type-column.ts).
import { linesInWords, type Notice } from "../../table/notice.ts";
import { parseDate } from "../../table/parse-date.ts";
import { isMissingMarker } from "../csv/missing-marker.ts";
import { type DecimalMark, GROUPED, type NumberReading, numberUnder } from "../csv/number-format.ts";
import { LISTED } from "../csv/scan-records.ts";
import { markerNotice } from "../csv/type-column.ts";

const LONG = /^[+-]?[1-9]\d{15,}$/;
const MARKED = /[.,'’ \u00a0\u202f]/;

interface Found {
  count: number;
  readonly lines: number[];
  /** The first of the cells. */
  cell?: string;
}

/** The cells of one column so far. */
export class CellsSeen {
  #filled = 0;
  #notDate = false;
  /** Cells that are numbers under neither mark, and are no long numbers. */
  #other = false;
  #marked = false;
  readonly #numbers: Record<DecimalMark, number> = { ".": 0, ",": 0 };
  readonly #grouped: Record<DecimalMark, Found> = { ".": none(), ",": none() };
  readonly #long = none();
  readonly #missing = none();
  readonly #missingWords = new Set<string>();

  add(cells: readonly (string | null)[], lines: Uint32Array): void {
    if (this.#other && this.#notDate) return; // it is text, whatever else comes
    for (let row = 0; row < cells.length; row++) {
      const cell = cells[row];
      if (cell === null || cell === "") continue;
      if (!this.#notDate && Number.isNaN(parseDate(cell))) this.#notDate = true;
      if (this.#other) continue;
      if (isMissingMarker(cell)) {
        note(this.#missing, lines[row]);
        this.#missingWords.add(cell);
      } else this.#addNumber(cell, lines[row]);
    }
  }

  #addNumber(cell: string, line: number): void {
    this.#filled++;
    let isNumber = false;
    for (const mark of [".", ","] as const) {
      if (!Number.isFinite(numberUnder(cell, mark))) continue;
      isNumber = true;
      this.#numbers[mark]++;
      if (GROUPED[mark].test(cell) && MARKED.test(cell)) {
        this.#grouped[mark].cell ??= cell;
        note(this.#grouped[mark], line);
      }
    }
    this.#marked ||= MARKED.test(cell);
    if (isNumber) return;
    if (LONG.test(cell)) note(this.#long, line);
    else this.#other = true;
  }

  /** Which decimal marks let every cell be a number. */
  get numbers(): NumberReading {
    const all = (mark: DecimalMark) => !this.#other && this.#filled > 0 && this.#numbers[mark] === this.#filled;
    return { point: all("."), comma: all(","), marked: this.#marked };
  }

  /** @param isFilled Whether the column has a cell that is not empty. */
  typeUnder(decimal: DecimalMark): "number" | "date" | "text" {
    if (decimal === "." ? this.numbers.point : this.numbers.comma) return "number";
    return !this.#notDate && this.#filled + this.#missing.count > 0 ? "date" : "text";
  }

  /** What was changed or kept as text. */
  notices(name: string, decimal: DecimalMark): Notice[] {
    const column = `column ${JSON.stringify(name)}`;
    if (this.typeUnder(decimal) === "number") {
      const { lines, count, cell = "" } = this.#grouped[decimal];
      const marker = markerNotice(name, this.#missingWords, this.#missing.lines, this.#missing.count);
      const example = `${JSON.stringify(cell)} as ${numberUnder(cell, decimal)}`;
      const message = `${column}: thousands separators were removed in ${linesInWords(lines, count)} (${example})`;
      return [
        ...(this.#missing.count > 0 ? [marker] : []),
        ...(count > 0 ? [{ code: "thousands-separator", message, column: name, lines }] : []),
      ];
    }
    const { count, lines } = this.#long;
    if (this.#other || count === 0 || this.#numbers[decimal] + count !== this.#filled) return [];
    const why = `numbers too long to keep all digits in ${linesInWords(lines, count)}`;
    return [{ code: "long-number", message: `${column} was kept as text because of ${why}`, column: name, lines }];
  }
}

function none(): Found {
  return { count: 0, lines: [] };
}

function note(found: Found, line: number): void {
  found.count++;
  if (found.lines.length < LISTED) found.lines.push(line);
}
