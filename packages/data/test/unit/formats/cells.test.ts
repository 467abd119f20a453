// Columns as people write them: what was a number, a date or a time is read back; what only looks like one stays text.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMissingWord } from "../../../src/formats/cells/missing-words.ts";
import { momentOf } from "../../../src/formats/cells/moment.ts";
import { quantityOf } from "../../../src/formats/cells/quantity.ts";
import { typeColumn } from "../../../src/formats/cells/type-column.ts";
import { readCsv } from "../../../src/formats/csv/read-csv.ts";
import { plainRows } from "../../../src/table/notice.ts";
import type { Column } from "../../../src/table/table.ts";

const typed = (cells: readonly (string | null)[], name = "x", file = {}) => typeColumn(name, cells, file, plainRows);
const values = ({ values: all }: Column) => Array.from(all as ArrayLike<number>);
const day = (text: string) => Date.UTC(+text.slice(0, 4), +text.slice(5, 7) - 1, +text.slice(8, 10));

/** How a country writes 1234567.5. */
interface Locale {
  readonly gap: string;
  readonly mark: "." | ",";
}
const locales: Locale[] = [
  { gap: ",", mark: "." },
  { gap: ".", mark: "," },
  { gap: " ", mark: "," },
  { gap: "\u00a0", mark: "," },
  { gap: "\u202f", mark: "," },
  { gap: "'", mark: "." },
  { gap: "’", mark: "." },
  { gap: "", mark: "." },
  { gap: "", mark: "," },
];

/** What stands around a number. */
const wraps: ((number: string, isNegative: boolean) => string)[] = [
  (n, minus) => `${minus ? "-" : ""}${n}`,
  (n, minus) => `${minus ? "\u2212" : ""}${n}`,
  (n, minus) => (minus ? `(${n})` : n),
  (n, minus) => `${n}${minus ? "-" : ""}`,
  (n, minus) => `${minus ? "-" : ""}$${n}`,
  (n, minus) => `$${minus ? "-" : ""}${n}`,
  (n, minus) => (minus ? `($${n})` : `$${n}`),
  (n, minus) => `${minus ? "-" : ""}${n} €`,
  (n, minus) => `${minus ? "-" : ""}${n}€`,
  (n, minus) => `${minus ? "-" : ""}€ ${n}`,
  (n, minus) => `CHF ${minus ? "-" : ""}${n}`,
  (n, minus) => `${minus ? "-" : ""}${n} EUR`,
  (n, minus) => `R$ ${minus ? "-" : ""}${n}`,
  (n, minus) => `${minus ? "-" : ""}£${n}`,
  (n, minus) => `${minus ? "-" : ""}${n} kr`,
  (n, minus) => `${minus ? "-" : ""}${n} %`,
  (n, minus) => `${minus ? "-" : ""}${n}%`,
  (n, minus) => `${minus ? "-" : ""}${n} kg`,
  (n, minus) => `${minus ? "-" : ""}${n} mg/dl`,
  (n, minus) => `${minus ? "-" : ""}${n} m²`,
  (n, minus) => `${minus ? "-" : ""}${n}°C`,
  (n, minus) => ` ${minus ? "-" : ""}${n} km/h `,
];

function written(value: number, { gap, mark }: Locale, digits: number): string {
  const [whole, fraction] = Math.abs(value).toFixed(digits).split(".");
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, gap);
  return fraction === undefined ? groups : `${groups}${mark}${fraction}`;
}

describe("numbers", () => {
  test("of every country and in every dress are read back", () => {
    const amounts = fc.array(fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(...locales), fc.constantFrom(...wraps), (cents, locale, wrap) => {
        const numbers = cents.map((one) => one / 100);
        const cells = numbers.map((one) => wrap(written(one, locale, 2), one < 0));
        const { column } = typed(cells);
        expect(column.type).toBe("number");
        expect(values(column)).toEqual(numbers.map((one) => one + 0));
      }),
      { numRuns: 2000 },
    );
  });

  test("without a fraction are read back where the column or the file tells what the mark is", () => {
    const many = fc.array(fc.integer({ min: 1000, max: 9_999_999 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(many, fc.constantFrom(...locales), fc.constantFrom(...wraps), (numbers, locale, wrap) => {
        const all = [...numbers, 250];
        const { column } = typed(all.map((one) => wrap(written(one, locale, 0), false)));
        expect(values(column)).toEqual(all);
      }),
      { numRuns: 1000 },
    );
  });

  test("with one word in ten are numbers, whatever the word is", () => {
    const words = fc.array(fc.constantFrom("unknown", "N/A", "n. a.", "oops", "siehe oben", "#REF!", "—"), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(words, fc.constantFrom(...wraps), (some, wrap) => {
        const numbers = Array.from({ length: 9 * some.length }, (_, i) => i + 0.25);
        const { column, notices } = typed([...numbers.map((one) => wrap(String(one), false)), ...some]);
        expect(values(column).slice(0, numbers.length)).toEqual(numbers);
        expect(values(column).slice(numbers.length).every(Number.isNaN)).toBe(true);
        const said = notices.filter(({ code }) => code === "missing-marker").map(({ message }) => message);
        expect(said.length).toBe(1);
        for (const word of some) expect(said[0]).toContain(JSON.stringify(word));
      }),
    );
  });

  test.each([
    ["limits", ["<0.5", "≥ 3", "~7", "65+", "1.2"], [0.5, 3, 7, 65, 1.2]],
    ["rupees", ["₹1,23,456.00", "₹5.50", "₹1,00,00,000"], [123456, 5.5, 10000000]],
    ["round prices", ["CHF 12.-", "CHF 7.50", "CHF 1'000.–"], [12, 7.5, 1000]],
    ["millions of a currency", ["€110.5M", "€600K", "€0"], [110500000, 600000, 0]],
    ["German millions", ["1,5 Mio. €", "300 Tsd. €", "2 Mrd. €"], [1500000, 300000, 2000000000]],
    ["multipliers", ["1.2K", "950", "3M"], [1200, 950, 3000000]],
    ["one unit in two spellings", ["1 year", "3 years", "2 Years"], [1, 3, 2]],
    ["a unit in some cells only", ["3 kg", "4.5", "7 kg"], [3, 4.5, 7]],
    ["ordinals", ["1st", "2nd", "3rd", "14th"], [1, 2, 3, 14]],
    ["places of minus signs", ["-5", "−6", "7-", "(8)"], [-5, -6, -7, -8]],
    ["prices per month", ["$5/month", "$7.25/month", "$10/month"], [5, 7.25, 10]],
    ["powers of ten", ["1.5E+03", "2e-4", "3"], [1500, 0.0002, 3]],
    ["lengths in inches", ['5"', '7.5"', '12"'], [5, 7.5, 12]],
  ])("with %s are read", (_, cells, expected) => {
    const { column } = typed(cells);
    expect([column.type, values(column)]).toEqual(["number", expected]);
  });

  test.each([
    ["codes with zeros in front", ["01234", "99999", "10001"]],
    ["phone numbers", ["+49 170 1234567", "+1 222 333 444", "+33 123 456 789"]],
    ["versions", ["1.2.3", "1.10.0", "2.0.1"]],
    ["addresses of machines", ["192.168.0.1", "10.0.0.1", "8.8.8.8"]],
    ["ranges", ["10-20", "18-24", "30-40"]],
    ["addresses", ["12 Main St", "14 Oak Ave", "1 Infinite Loop"]],
    ["several units", ["3 kg", "200 g", "5 lb"]],
    ["article numbers", ["A12", "B13", "C99"]],
    ["fractions", ["1/2", "3/4", "7/8"]],
    ["sizes", ["10x20", "30x40", "5x5"]],
    ["long numbers", ["12345678901234567890", "4", "5"]],
    ["coordinates", ["48.1, 11.5", "52.5, 13.4", "50.1, 8.6"]],
    ["times in words", ["3 days ago", "1 hour ago", "2 weeks ago"]],
    ["durations in words", ["1h 30m", "2h 5m", "45m 10s"]],
  ])("are not %s", (_, cells) => {
    expect(typed(cells).column.type).toBe("text");
  });

  test("of a column named like codes stay text", () => {
    const text = "version,phone,price\n1.2,5551234,5\n1.10,5559876,6\n1.9,5550000,7\n";
    expect(readCsv(new TextEncoder().encode(text)).columns.map(({ type }) => type)).toEqual(["text", "text", "number"]);
  });

  test("keep how they were written, for exports and classes", () => {
    const { column } = typed(["$1,200", "$7.50", "n/a", "$8", "$9", "$10", "$1", "$2", "$3", "$4", "$5"]);
    expect(column.type === "number" && column.written?.get(0)).toBe("$1,200");
  });

  test("that stand for no value are missing where a person says so", () => {
    const text = "x,y\n1,3\n-999,4\n2,5 \n7,keins\n";
    const { columns } = readCsv(new TextEncoder().encode(text), { missing: ["-999", "keins"] });
    expect(columns.map((column) => values(column))).toEqual([
      [1, Number.NaN, 2, 7],
      [3, 4, 5, Number.NaN],
    ]);
  });
});

describe("words for missing values", () => {
  test.each(["NA", "n/a", " N/A ", "#N/A", "Unknown", "MISSING", "--", "(blank)", "inf", "-Inf", "k.A.", "", "  "])(
    "%j is one among numbers, in any case and with spaces",
    (word) => {
      expect(isMissingWord(word)).toBe(true);
    },
  );
  test("a plain word is none", () => {
    expect(["red", "no", "yes", "low", "0"].some((word) => isMissingWord(word))).toBe(false);
  });
});

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const german = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const two = (n: number) => String(n).padStart(2, "0");

/** Forms of dates whose order a day above 12 tells. */
const dateForms: ((year: number, month: number, date: number) => string)[] = [
  (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  (y, m, d) => `${y}/${two(m)}/${two(d)}`,
  (y, m, d) => `${y}.${m}.${d}`,
  (y, m, d) => `${two(d)}.${two(m)}.${y}`,
  (y, m, d) => `${d}.${m}.${y}`,
  (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  (y, m, d) => `${two(m)}/${two(d)}/${y}`,
  (y, m, d) => `${m}/${d}/${y}`,
  (y, m, d) => `${two(d)}-${two(m)}-${y}`,
  (y, m, d) => `${two(m)}/${two(d)}/${two(y % 100)}`,
  (y, m, d) => `${two(d)}.${two(m)}.${two(y % 100)}`,
  (y, m, d) => `${y}${two(m)}${two(d)}`,
  (y, m, d) => `${d} ${months[m - 1]} ${y}`,
  (y, m, d) => `${two(d)}-${months[m - 1]}-${two(y % 100)}`,
  (y, m, d) => `${months[m - 1]} ${d}, ${y}`,
  (y, m, d) => `${d}. ${german[m - 1]} ${y}`,
  (y, m, d) => `${y}年${m}月${d}日`,
];
const timeForms: readonly (readonly [suffix: string, milliseconds: number])[] = [
  ["", 0],
  [" 13:45", 49_500_000],
  ["T00:00:01", 1000],
  [" 1:45 PM", 49_500_000],
  [", 07:05", 25_500_000],
];

describe("dates", () => {
  test("in every form are read back, the order inferred from the whole column", () => {
    const days = fc.array(
      fc.tuple(fc.integer({ min: 1980, max: 2060 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 })),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(days, fc.constantFrom(...dateForms), fc.constantFrom(...timeForms), (some, form, [suffix, rest]) => {
        const all = [...some, [2024, 2, 29] as const, [1999, 12, 31] as const, [2001, 1, 31] as const];
        const { column } = typed(all.map(([y, m, d]) => `${form(y, m, d)}${suffix}`));
        expect(column.type).toBe("date");
        expect(values(column)).toEqual(all.map(([y, m, d]) => Date.UTC(y, m - 1, d) + rest));
      }),
      { numRuns: 1500 },
    );
  });

  test("whose order nothing tells stay text, and are asked about", () => {
    const { column, notices } = typed(["01/02/2024", "03/05/2024", "02/04/2024"]);
    expect([column.type, notices.map(({ code }) => code)]).toEqual(["text", ["date-order"]]);
    expect(values(typed(["01/02/2024", "03/05/2024"], "x", { dateOrder: "day" }).column)[0]).toBe(day("2024-02-01"));
    expect(values(typed(["01/02/2024", "03/05/2024"], "x", { dateOrder: "month" }).column)[0]).toBe(day("2024-01-02"));
  });

  test("follow another column of the file, or the custom of its separator", () => {
    const first = (text: string) => values(readCsv(new TextEncoder().encode(text)).columns[0])[0];
    expect(first("a,b\n01/02/2024,31/12/2023\n03/05/2024,30/11/2023\n")).toBe(day("2024-02-01"));
    expect(first("a;b\n01/02/2024;x\n03/05/2024;y\n")).toBe(day("2024-02-01"));
  });

  test("that are in order in one reading only are read so", () => {
    const cells = ["01/02/2024", "01/05/2024", "01/09/2024", "02/01/2024", "02/11/2024"];
    expect(values(typed(cells).column)[3]).toBe(day("2024-02-01"));
  });

  test.each([
    ["2024-02", "2024-02-01"],
    ["02/2024", "2024-02-01"],
    ["02.2024", "2024-02-01"],
    ["Feb 2024", "2024-02-01"],
    ["Feb-24", "2024-02-01"],
    ["Februar 2024", "2024-02-01"],
    ["février 2024", "2024-02-01"],
    ["2024 Feb", "2024-02-01"],
    ["Q2 2024", "2024-04-01"],
    ["2024-Q3", "2024-07-01"],
    ["Thu, 29 Feb 2024", "2024-02-29"],
    ["Thursday, February 29, 2024", "2024-02-29"],
    ["29 de febrero de 2024", "2024-02-29"],
    ["29th of February 2024", "2024-02-29"],
  ])("%j is %s", (cell, expected) => {
    expect(momentOf(cell)?.day).toBe(day(expected));
  });

  test.each(["31.02.2024", "2024-13-01", "5 apples", "Mayor 2024", "march of 12", "1.2.3", "12", "99:99"])(
    "%j is no date",
    (cell) => {
      expect(momentOf(cell)).toBeUndefined();
    },
  );

  test("with words beside them leave the words out", () => {
    const cells = [...Array.from({ length: 18 }, (_, i) => `${i + 10}.05.2024`), "bald", "unbekannt"];
    const { column, notices } = typed(cells);
    expect(column.type).toBe("date");
    expect(notices.map(({ code }) => code)).toEqual(["missing-marker"]);
  });
});

test("whole numbers that are days throughout are dates, in a file as well", () => {
  const typesIn = (text: string) => readCsv(new TextEncoder().encode(text)).columns.map(({ type }) => type);
  expect(typesIn("day,n\n20240229,1\n20231231,2\n20190101,3\n")).toEqual(["date", "number"]);
  expect(typesIn("n,m\n20240230,1\n20231231,2\n20190101,3\n")).toEqual(["number", "number"]);
});

test("times of day are hours", () => {
  expect(values(typed(["13:45", "1:30 PM", "08:00", "00:15"]).column)).toEqual([13.75, 13.5, 8, 0.25]);
});

test("no text whatever makes the parsers fail", () => {
  const soup = fc.string({ unit: fc.constantFrom(..."019.,- €$%kgM/:'()+<  PAm"), maxLength: 20 });
  fc.assert(
    fc.property(fc.array(soup, { maxLength: 12 }), (cells) => {
      for (const cell of cells) {
        quantityOf(cell);
        momentOf(cell);
      }
      expect(typed(cells).column.values).toHaveLength(cells.length);
    }),
    { numRuns: 3000 },
  );
});
