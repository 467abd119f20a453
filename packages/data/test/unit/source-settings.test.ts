import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { parseTable } from "../../src/formats/parse-table.ts";
import { sourceSettings } from "../../src/formats/source-settings.ts";
import { cellText } from "../../src/table/table.ts";

const items = async (text: string, options = {}) => {
  const table = await parseTable(strToU8(text), "list.txt", options);
  return {
    name: table.columns[0].name,
    cells: Array.from({ length: table.rows }, (_, row) => cellText(table.columns[0], row)),
    codes: table.notices.map(({ code }) => code),
  };
};

describe("a list without a header", () => {
  test.each([
    ["words", "apple\nbanana\ncherry\n"],
    ["texts", "The page crashes when I log in\nHow do I export my data to a file\nIt is slow today and I wait\n"],
    [
      "texts of which the first is short",
      "It crashes.\nHow do I export my data to a file\nIt is slow today and I wait\n",
    ],
    ["one line", "apple banana cherry and more of them\nagain\n"],
  ])("of %s keeps its first line, and that is said", async (_, text) => {
    const { cells, codes } = await items(text);
    expect(cells).toEqual(text.trimEnd().split("\n"));
    expect(codes).toEqual(["no-header"]);
  });

  test("of texts with their classes keeps its first line", async () => {
    const text = ["I love it,good", "awful thing,bad", "so nice,good", "never again,bad", "fine,good"].join("\n");
    expect((await items(text)).cells).toHaveLength(5);
  });

  test.each([
    ["fruit names under a usual name", "name\napple\nbanana\n", "name"],
    ["texts under a word", "Ticket\nThe page crashes when I log in\nHow do I export my data\n", "Ticket"],
    ["texts under two words", "customer_message\nThe page crashes\nHow\n", "customer_message"],
  ])("but %s has one", async (_, text, name) => {
    expect(await items(text)).toMatchObject({ name, codes: [] });
  });

  test("is read as asked", async () => {
    expect((await items("apple\nbanana\n", { csv: { header: true } })).name).toBe("apple");
    expect((await items("name\napple\n", { csv: { header: false } })).cells).toEqual(["name", "apple"]);
  });
});

describe("the settings of a source", () => {
  test("are those under which it is read", () => {
    expect(sourceSettings(strToU8("a;b\n1,5;x\n2,5;y\n"), "x.csv")).toEqual({
      format: "csv",
      separator: ";",
      quote: '"',
      decimal: ",",
      header: true,
      encoding: "utf-8",
    });
    const latin = Uint8Array.of(97, 10, 0xe4, 10);
    expect(sourceSettings(latin, "x.csv", { csv: { header: false } })).toMatchObject({
      header: false,
      encoding: "windows-1252",
    });
    expect(sourceSettings(strToU8("a,b\tc\n"), "x.tsv").separator).toBe("\t");
    expect(sourceSettings(strToU8("[]"), "x.json")).toEqual({ format: "json" });
  });
});
