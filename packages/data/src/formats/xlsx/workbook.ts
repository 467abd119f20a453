// The parts of a workbook that its sheets refer to: names, shared texts, and which cell styles mean dates.
import { reject } from "@xpal/core/check";
import { attribute, xmlEvents } from "./xml-elements.ts";

/** What is needed to read a sheet. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly texts: readonly string[];
  /** Per cell style: whether its number format shows a date. */
  readonly dates: readonly boolean[];
  /** Whether days count from 1904, as on old Macintosh computers. */
  readonly from1904: boolean;
}

/** Number formats that are dates without being spelt out in the file (ECMA-376, 18.8.30). */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57]);

/** Reads the parts from the unpacked files. */
export function readWorkbook(files: ReadonlyMap<string, Uint8Array>, name: string): Workbook {
  const part = (path: string) => {
    const bytes = files.get(path);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  };
  const book = part("xl/workbook.xml");
  if (book === undefined)
    reject("readXlsx", name, "must be an Excel workbook (.xlsx)", undefined, "save it as .xlsx or .csv");
  const targets = new Map<string, string>();
  for (const event of xmlEvents(part("xl/_rels/workbook.xml.rels") ?? "")) {
    if (event.kind !== "open" || event.value !== "Relationship") continue;
    const target = attribute(event, "Target") ?? "";
    targets.set(attribute(event, "Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  }
  const sheets: { name: string; path: string }[] = [];
  let from1904 = false;
  for (const event of xmlEvents(book)) {
    if (event.kind !== "open") continue;
    if (event.value === "workbookPr") from1904 = ["1", "true"].includes(attribute(event, "date1904") ?? "");
    if (event.value === "sheet") {
      const path = targets.get(/\w+:id\s*=\s*["']([^"']*)/.exec(event.attributes)?.[1] ?? "") ?? "";
      if (files.has(path)) sheets.push({ name: attribute(event, "name") ?? "", path });
    }
  }
  if (sheets.length === 0) reject("readXlsx", name, "must have a sheet");
  return {
    sheets,
    texts: sharedTexts(part("xl/sharedStrings.xml") ?? ""),
    dates: dateStyles(part("xl/styles.xml") ?? ""),
    from1904,
  };
}

/** Texts in pieces are joined; how they are pronounced (rPh) is left out. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = "";
  let inside = false;
  let spoken = false;
  for (const { kind, value } of xmlEvents(xml)) {
    if (kind === "text") {
      if (inside && !spoken) text += value;
    } else if (value === "t") inside = kind === "open";
    else if (value === "rPh") spoken = kind === "open";
    else if (value === "si") {
      if (kind === "close") texts.push(text);
      text = "";
    }
  }
  return texts;
}

function dateStyles(xml: string): boolean[] {
  const formats = new Map<number, string>();
  const dates: boolean[] = [];
  let cellStyles = false;
  for (const event of xmlEvents(xml)) {
    if (event.value === "cellXfs") cellStyles = event.kind === "open";
    if (event.kind !== "open") continue;
    if (event.value === "numFmt")
      formats.set(Number(attribute(event, "numFmtId")), attribute(event, "formatCode") ?? "");
    if (event.value === "xf" && cellStyles) {
      const id = Number(attribute(event, "numFmtId") ?? 0);
      const code = formats.get(id);
      dates.push(code === undefined ? BUILT_IN_DATES.has(id) : isDateFormat(code));
    }
  }
  return dates;
}

/** A format with day, month, year, hour or second outside quotes, brackets and escapes. */
function isDateFormat(code: string): boolean {
  const bare = code.split(";")[0].replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  return /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}
