// The plain definition of how a delimited text falls into records and cells: RFC 4180 with any separator, spaces
// around a cell not counted. It reads the sample from which the dialect is found; test/contract/csv.test.ts holds the
// fast twin in scan-records.ts to it.

/** One record: its cells, the line it begins on, from 1, and the line after it. */
export interface PlainRecord {
  readonly cells: readonly string[];
  /** Where each cell begins and ends in the text, quotes and spaces around it included. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  readonly line: number;
  readonly nextLine: number;
}

/** What is wrong with a text, and on which line. */
export interface RecordFault {
  readonly kind: "open-quote" | "text-after-quote";
  readonly line: number;
}

/** The records of a text up to its first fault. A line without any character is a record of one empty cell. */
export interface PlainRecords {
  readonly records: readonly PlainRecord[];
  readonly fault?: RecordFault;
}

/**
 * Splits a text into records, at most `limit` of them; stops at the first fault.
 * @example splitRecords("a,b\n1,2", ",", '"').records.length // 2
 */
export function splitRecords(text: string, separator: string, quote: string, limit = Infinity): PlainRecords {
  const records: PlainRecord[] = [];
  const endsCell = (at: number) => at >= text.length || [separator, "\n", "\r"].includes(text[at]);
  const skipSpaces = (from: number) => {
    let at = from;
    while (separator !== " " && text[at] === " ") at++;
    return at;
  };
  let at = 0;
  let line = 1;
  while (at < text.length && records.length < limit) {
    const cells: string[] = [];
    const spans: [number, number][] = [];
    const startLine = line;
    for (;;) {
      const from = at;
      at = skipSpaces(at);
      const start = at;
      if (text[at] === quote) {
        const opened = line;
        for (at++; text[at] !== quote || text[at + 1] === quote; at++) {
          if (at >= text.length) return { records, fault: { kind: "open-quote", line: opened } };
          if (text[at] === quote) at++;
          if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) line++;
        }
        cells.push(text.slice(start + 1, at).replaceAll(quote + quote, quote));
        at = skipSpaces(at + 1);
        if (!endsCell(at)) return { records, fault: { kind: "text-after-quote", line } };
      } else {
        while (!endsCell(at)) at++;
        cells.push(separator === " " ? text.slice(start, at) : text.slice(start, at).replace(/ +$/, ""));
      }
      spans.push([from, at]);
      if (text[at] !== separator) break;
      at++;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    line++;
    records.push({ cells, spans, line: startLine, nextLine: line });
  }
  return { records };
}
