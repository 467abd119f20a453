// The cells of an ARFF line: separated by commas, or by white space where there is no comma; quoted by ' or ", with a
// backslash before what would end the quote.

/** A cell, and whether it was quoted: a quoted ? is a question mark, a bare one a missing value. */
export interface ArffCell {
  readonly text: string;
  readonly quoted: boolean;
}

const ESCAPES: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

/** The cells of a line, or undefined if a quote stays open or text stands behind one. */
export function arffCells(line: string, separator: "," | " " = ","): ArffCell[] | undefined {
  const cells: ArffCell[] = [];
  const isSpace = (at: number) => line[at] === " " || line[at] === "\t";
  const ends = (at: number) => at >= line.length || (separator === "," ? line[at] === "," : isSpace(at));
  let at = 0;
  const skip = () => {
    while (at < line.length && isSpace(at)) at++;
  };
  for (;;) {
    skip();
    const quote = line[at];
    if (quote === "'" || quote === '"') {
      let text = "";
      for (at++; line[at] !== quote; at++) {
        if (at >= line.length) return undefined;
        if (line[at] !== "\\") text += line[at];
        else text += ESCAPES[line[++at]] ?? line[at] ?? "";
      }
      at++;
      skip();
      if (separator === "," && !ends(at)) return undefined;
      cells.push({ text, quoted: true });
    } else {
      const start = at;
      while (!ends(at)) at++;
      cells.push({ text: line.slice(start, at).trimEnd(), quoted: false });
      skip();
    }
    if (at >= line.length) return cells;
    if (separator === ",") at++;
  }
}
