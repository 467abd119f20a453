// Windows-1252 differs from Latin-1 in the bytes 0x80 to 0x9f; the decoder of some versions of Node does not know it.
import { expect, test } from "vitest";
import { encodeText } from "../../src/formats/text/encode-text.ts";
import { toUtf8 } from "../../src/formats/text/to-utf8.ts";
import { cellText, csvCells, parseTable, readCsv, relabelCsv } from "../../src/index.ts";

// The index of windows-1252 in the WHATWG Encoding Standard; five bytes have no letter and stay control characters.
const LETTERS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

const bytesOf = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const place = LETTERS.indexOf(letter);
    return place < 0 ? letter.charCodeAt(0) : 0x80 + place;
  });

test("read € „ “ ’ – … of a file in Windows-1252 as control characters", () => {
  const table = readCsv(bytesOf("name;x\n„Preis“ in € – Müller’s …;1\nb;2\n"));
  expect(table.columns[0].values).toEqual(["„Preis“ in € – Müller’s …", "b"]);
  expect(table.notices.map(({ code }) => code)).toContain("encoding-guessed");
});

test.each(["windows-1252", "latin1", "iso-8859-1", "ISO-8859-1", "cp1252", "us-ascii"])(
  "did so where the encoding was called %s",
  (encoding) => {
    const bytes = bytesOf("name,x\n5 €,1\nb,2\n");
    expect(readCsv(bytes, { encoding }).columns[0].values).toEqual(["5 €", "b"]);
    expect(csvCells(bytes, { encoding }).rows[0][0]).toBe("5 €");
  },
);

test("did so in JSON, JSON Lines and ARFF", async () => {
  const cell = async (text: string, name: string) => {
    const [first] = (await parseTable(bytesOf(text), name)).columns;
    return cellText(first, 0);
  };
  expect(await cell('[{"art":"5 €","x":1},{"art":"b","x":2}]', "a.json")).toBe("5 €");
  expect(await cell('{"art":"5 €","x":1}\n{"art":"b","x":2}\n', "a.jsonl")).toBe("5 €");
  expect(await cell("@relation r\n@attribute art string\n@attribute x numeric\n@data\n'5 €',1\nb,2\n", "a.arff")).toBe(
    "5 €",
  );
});

test("every byte is read as the Encoding Standard says, and written back as it was", () => {
  const bytes = Uint8Array.from({ length: 255 }, (_, i) => i + 1);
  const text = new TextDecoder().decode(toUtf8("test", "all", bytes, "windows-1252").bytes);
  expect([...text].slice(0x7f, 0x9f).join("")).toBe(LETTERS);
  expect([...text].every((letter, i) => (i >= 0x7f && i < 0x9f) || letter.codePointAt(0) === i + 1)).toBe(true);
  expect(encodeText(text, "latin1")).toEqual(bytes);
});

test("could not write € into a file in Windows-1252", () => {
  const written = relabelCsv(bytesOf("name,class\nPreis’,\n"), "class", new Map([[0, "5 €"]]));
  expect(written).toEqual(bytesOf("name,class\nPreis’,5 €\n"));
  expect(encodeText("\u0080", "windows-1252")).toBeNull();
});
