import type { Table, TableCell } from "./table.ts";

/** A table for a paper; needs the package booktabs. */
export function tableLatex({ title, caption, name, columns, groups }: Table): string {
  const blocks = groups.map(({ title: head, rows }) => {
    const lines = rows.map((row) => `    ${row.map(cellLatex).join(" & ")} \\\\`);
    if (head) lines.unshift(`    \\multicolumn{${columns.length}}{l}{\\emph{${quoted(head)}}} \\\\`);
    return lines.join("\n");
  });
  return `\\begin{table}
  \\centering
  \\begin{tabular}{${columns.map(({ numeric }) => (numeric ? "r" : "l")).join("")}}
    \\toprule
    ${columns.map((column) => quoted(column.title)).join(" & ")} \\\\
    \\midrule
${blocks.join("\n    \\midrule\n")}
    \\bottomrule
  \\end{tabular}
  \\caption{${quoted(`${title}. ${caption}`)}}
  \\label{tab:${name}}
\\end{table}
`;
}

function cellLatex({ text, beside, strong }: TableCell): string {
  const own = strong ? `\\textbf{${quoted(text)}}` : quoted(text);
  return beside === undefined ? own : `${own} {\\scriptsize ${quoted(beside)}}`;
}

const REPLACED: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "±": "$\\pm$",
  "†": "$\\dagger$",
  "−": "$-$",
  "–": "--",
  "×": "$\\times$",
  µ: "$\\mu$",
  "≤": "$\\leq$",
  "≈": "$\\approx$",
  "<": "$<$",
  ">": "$>$",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "…": "\\ldots{}",
};

function quoted(text: string): string {
  return text.replace(/[\\±†−–×µ≤≈<>~^…]|[#$%&_{}]/g, (character) => REPLACED[character] ?? `\\${character}`);
}
