import { describe, expect, test } from "vitest";
import { dataCsv } from "../../../../src/report/tables/data-csv.ts";
import { count, duration, marks, pText, share, signedShare } from "../../../../src/report/tables/number-text.ts";
import { cell, EMPTY, type Table } from "../../../../src/report/tables/table.ts";
import { tableHtml } from "../../../../src/report/tables/table-html.ts";
import { tableLatex } from "../../../../src/report/tables/table-latex.ts";

const table: Table = {
  name: "some",
  title: "Some table",
  caption: "100 % of it",
  columns: [{ title: "Dataset" }, { title: "xPAL", numeric: true }],
  groups: [
    { title: "RBF_kernel", rows: [[cell("<script>|a_b"), cell(".084 ±.022†", { beside: ".083 ≈", strong: true })]] },
    { rows: [[cell("last"), EMPTY]] },
  ],
  data: {
    header: ["name", "value"],
    rows: [
      ['a "quoted", name', 0.1 + 0.2],
      ["none", null],
      ["never", Number.NaN],
    ],
  },
};

describe("a table", () => {
  test("as HTML names its heads and escapes what users wrote", () => {
    const { markup } = tableHtml(table);
    expect(markup).toContain('<th scope="row">&#60;script&#62;|a_b</th>');
    expect(markup).toContain('<th scope="col" class="number">xPAL</th>');
    expect(markup).toContain('<td class="number"><strong>.084 ±.022†</strong><small>.083 ≈</small></td>');
    expect(markup).toContain('<th colspan="2" scope="rowgroup">RBF_kernel</th>');
    expect(markup).not.toContain("<script>");
  });
  test("as LaTeX has a rule between groups and no bare special character", () => {
    const latex = tableLatex(table);
    expect(latex).toContain(
      "$<$script$>$|a\\_b & \\textbf{.084 $\\pm$.022$\\dagger$} {\\scriptsize .083 $\\approx$} \\\\",
    );
    expect(latex).toContain("\\multicolumn{2}{l}{\\emph{RBF\\_kernel}}");
    expect(latex).toContain("100 \\% of it");
    expect(latex.match(/\\midrule/g)).toHaveLength(2);
    expect(latex).toContain("\\begin{tabular}{lr}");
  });
  test("as CSV has all digits, quotes where needed, and nothing where there is no number", () => {
    expect(dataCsv(table.data)).toBe('name,value\n"a ""quoted"", name",0.30000000000000004\nnone,\nnever,\n');
  });
});

describe("numbers", () => {
  test("read as in the paper", () => {
    expect([share(0.0841), share(1), share(-0.0004), share(-0.02)]).toEqual([".084", "1.000", ".000", "−.020"]);
    expect([signedShare(0.003), signedShare(-0.003), signedShare(-0.0001)]).toEqual(["+.003", "−.003", ".000"]);
    expect([marks(3), marks(-2), marks(0)]).toEqual(["***", "††", ""]);
    expect([pText(0.0004), pText(0.25)]).toEqual(["< .001", "= .250"]);
  });
  test("have a unit that leaves them short", () => {
    expect([0.00012, 0.0000042, 0.0763, 5.8, 1312, 9000].map(duration)).toEqual([
      "120 µs",
      "4.2 µs",
      "76 ms",
      "5.8 s",
      "22 min",
      "2 h 30 min",
    ]);
    expect(duration(Number.NaN)).toBe("–");
    expect([count(999), count(26100), count(1234567)]).toEqual(["999", "26,100", "1,234,567"]);
  });
});
