// The plain CSV of a dataset folder: commas, one header, quotes only where a cell needs them. Files from elsewhere, with
// other separators and encodings, are the data package's business.

/** The cells of every row; empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  return lines.filter((line) => line !== "").map(cellsOf);
}

function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const quoted = line[at] === '"' ? /"((?:[^"]|"")*)"/y : /([^,]*)/y;
    quoted.lastIndex = at;
    const cell = quoted.exec(line) ?? ["", ""];
    cells.push(cell[1].replaceAll('""', '"'));
    at += cell[0].length + 1;
  }
  return cells;
}
