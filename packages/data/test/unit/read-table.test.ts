import { mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imagePath } from "../../src/formats/folder/image-path.ts";
import { parseTable } from "../../src/formats/parse-table.ts";
import { readTable } from "../../src/formats/read-table.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { cellText } from "../../src/table/table.ts";
import { ticksOf, writeParquet } from "../write-parquet.ts";

let folder: string;
const at = (...parts: string[]) => join(folder, ...parts);
const put = async (path: string, content: string | Uint8Array) => {
  await mkdir(join(at(path), ".."), { recursive: true });
  await writeFile(at(path), content);
  return at(path);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "xpal-read-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("a path", () => {
  test("that does not exist is rejected with the nearest name", async () => {
    await put("flowers.csv", "x,class\n1,a\n");
    await expect(readTable(at("flower.csv"))).rejects.toThrow('flower.csv must exist; did you mean "flowers.csv"?');
    await expect(readTable(at("nowhere", "x.csv"))).rejects.toThrow("must exist");
  });

  test("at which another file is put meanwhile is read whole, as it was or as it is", async () => {
    const text = (rows: number) => `x\n${"1234567\n".repeat(rows)}`;
    for (let round = 0; round < 60; round++) {
      const path = await put("replaced.csv", text(2));
      const other = await put("other.csv", text(3));
      const reading = readTable(path);
      for (let turn = round % 6; turn > 0; turn--) await new Promise((done) => setImmediate(done));
      await rename(other, path);
      const { rows, columns } = await reading;
      expect([2, 3]).toContain(rows);
      expect(new Set(columns[0].values as Float64Array)).toEqual(new Set([1234567]));
    }
  });

  test("to an empty file, or a binary one under a false name, is rejected", async () => {
    await expect(readTable(await put("empty.csv", ""))).rejects.toThrow("must not be empty");
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0);
    await expect(readTable(await put("image.csv", png))).rejects.toThrow("must be a text file, but it is a PNG image");
    await expect(readTable(await put("random.csv", Uint8Array.of(120, 0, 0, 1, 2, 3)))).rejects.toThrow("zero bytes");
  });

  test("to a file of 2 GB is rejected before it is read", async () => {
    const path = await put("huge.csv", "x,class\n1,a\n");
    await truncate(path, 2_000_000_000);
    await expect(readTable(path)).rejects.toThrow(
      "must be at most 1999999999 bytes long, got 2000000000; take fewer rows",
    );
    await expect(readTable(at("flowers.csv"), { maxBytes: 5 })).rejects.toMatchObject({ code: "does-not-fit" });
  });

  test("with an ending that lies is read by its bytes", async () => {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "x", data: [1, 2], type: "INT32" }] }));
    expect((await readTable(await put("really-parquet.csv", bytes))).rows).toBe(2);
    expect((await readTable(await put("lines.data", '{"x": 1}\n{"x": 2}\n'))).rows).toBe(2);
    expect((await readTable(await put("weka.data", "% hi\n@relation r\n@attribute x numeric\n@data\n1\n"))).rows).toBe(
      1,
    );
  });

  test("takes unknown options for a mistake", async () => {
    await expect(readTable(at("flowers.csv"), { sheeet: "x" } as object)).rejects.toThrow("options.sheeet is unknown");
  });
});

describe("Parquet", () => {
  const rows = 1000;
  const whole = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "id", data: Array.from({ length: rows }, (_, i) => 2n ** 60n + BigInt(i)), type: "INT64" },
        { name: "count", data: Array.from({ length: rows }, (_, i) => BigInt(i)), type: "INT64" },
        { name: "flag", data: Array.from({ length: rows }, (_, i) => i % 2 === 0), type: "BOOLEAN" },
        { name: "when", data: Array.from({ length: rows }, (_, i) => new Date(i * 86_400_000)), type: "TIMESTAMP" },
        { name: "ratio", data: Array.from({ length: rows }, (_, i) => (i === 5 ? Infinity : i / 7)), type: "DOUBLE" },
      ],
      rowGroupSize: 300,
    }),
  );

  test("gives the same table from a file and from bytes", async () => {
    const fromFile = await readTable(await put("types.parquet", whole));
    const fromBytes = await parseTable(whole, "types.parquet");
    expect(fromFile).toEqual({ ...fromBytes, source: fromFile.source });
    expect(fromFile.columns.map(({ type }) => type)).toEqual(["text", "number", "text", "date", "number"]);
    expect(fromFile.notices.map(({ code }) => code)).toEqual(["long-number", "infinite-number"]);
  });

  test("with a pattern for a name is read all the same", async () => {
    expect((await readTable(await put("a[1]*.parquet", whole))).rows).toBe(rows);
  });

  test.each([10, 100, 0.5, 0.99])("cut off after %d is rejected", async (share) => {
    const length = share < 1 ? Math.floor(whole.length * share) : share;
    const cut = whole.subarray(0, length);
    await expect(readTable(await put("cut.parquet", cut))).rejects.toThrow("must be a whole Parquet file");
    await expect(parseTable(cut, "cut.parquet")).rejects.toThrow("must be a whole Parquet file");
  });

  test("list columns become vectors, and lists of different length are rejected", async () => {
    const list = (name: string, data: readonly unknown[]) =>
      writeParquet(at(`${name}.parquet`), [{ name: "v", type: "vector", data }]);
    list(
      "lists",
      Array.from({ length: 5000 }, (_, i) => [i, i + 0.5, -i]),
    );
    const five = (third: unknown) => Array.from({ length: 5 }, (_, i) => (i === 3 ? third : [1, 2]));
    list("ragged", five([1]));
    list("holes", five(null));
    const [v] = (await readTable(at("lists.parquet"))).columns;
    expect(v.type === "vector" && [v.values.rows, v.values.cols, ...v.values.data.subarray(-3)]).toEqual([
      5000, 3, 4999, 4999.5, -4999,
    ]);
    for (const file of ["ragged.parquet", "holes.parquet"]) {
      await expect(readTable(at(file))).rejects.toThrow(/column "v", row 3, must hold/);
    }
    const plain = (await parseTable(await readFile(at("lists.parquet")), "lists.parquet")).columns[0];
    expect(plain).toEqual(v);
  });
});

describe("Parquet", () => {
  test("keeps instants whatever the zone of the machine, and says where digits were lost", async () => {
    const noon = ticksOf("2024-07-01T12:00:00", 1_000_000n);
    writeParquet(at("times.parquet"), [
      { name: "at", type: "instant-us", data: [noon, noon] },
      { name: "plain", type: "clock-us", data: [noon, noon] },
    ]);
    const decimal = (name: string, precision: number, scale: number, digits: bigint) => ({
      ...{ name, type: { precision, scale }, data: [digits, digits] },
    });
    writeParquet(at("decimals.parquet"), [
      decimal("whole", 38, 0, 9007199254740993n),
      decimal("small", 38, 0, 7n),
      decimal("part", 30, 6, 12345678901234567890123456n),
      decimal("fine", 4, 2, 150n),
    ]);
    const zone = process.env.TZ;
    process.env.TZ = "America/New_York";
    try {
      const { columns } = await readTable(at("times.parquet"));
      for (const column of columns) expect(cellText(column, 0)).toBe("2024-07-01T12:00:00.000Z");
      const plain = await parseTable(await readFile(at("times.parquet")), "times.parquet");
      expect(plain.columns.map((column) => cellText(column, 0))).toEqual(columns.map((column) => cellText(column, 0)));
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    const { columns, notices } = await readTable(at("decimals.parquet"));
    expect(columns.map(({ type }) => type)).toEqual(["number", "number", "number", "number"]);
    expect(cellText(columns[3], 0)).toBe("1.5");
    expect(notices.map(({ column }) => column)).toEqual(["whole", "part"]);
    const inBrowser = await parseTable(await readFile(at("decimals.parquet")), "decimals.parquet");
    expect(inBrowser.notices).toEqual(notices);
  });
});

describe("a folder", () => {
  test("of texts is a table of files, texts and sub-folders", async () => {
    await put("mail/spam/1.txt", "buy now");
    await put("mail/ham/2.txt", "\ufeffhello");
    await put("mail/3.md", "unlabelled");
    await put("mail/notes.log", "x");
    const table = await readTable(at("mail"));
    expect(table.columns.map(({ name, values }) => [name, values])).toEqual([
      ["file", ["3.md", "ham/2.txt", "spam/1.txt"]],
      ["text", ["unlabelled", "hello", "buy now"]],
      ["folder", [null, "ham", "spam"]],
    ]);
    expect(table.notices[0].message).toBe("1 other file was left out (notes.log)");
  });

  test("of images takes its embeddings by name from a table, or in order from an array", async () => {
    await put("images/b.png", "not looked at");
    await put("images/a.jpg", "not looked at");
    await put("images/embeddings.csv", "image,x,y\nb.png,1,2\na.jpg,3,4\n");
    const named = (await readTable(at("images"))).columns;
    expect(named.map(({ name }) => name)).toEqual(["image", "embedding"]);
    const [, vectors] = named;
    expect(vectors.type === "vector" && [...vectors.values.data]).toEqual([3, 4, 1, 2]);
    await put("more.csv", "x,y\n5,6\n7,8\n");
    const [, ordered] = (await readTable(at("images"), { embeddings: at("more.csv") })).columns;
    expect(ordered.type === "vector" && [...ordered.values.data]).toEqual([5, 6, 7, 8]);
    await put("few.csv", "x,y\n5,6\n");
    await expect(readTable(at("images"), { embeddings: at("few.csv") })).rejects.toThrow(
      "must be as many as the table has rows, 2, got 1",
    );
    await put("wrong.csv", "image,x\nb.png,1\nc.png,2\n");
    await expect(readTable(at("images"), { embeddings: at("wrong.csv") })).rejects.toThrow('got "none for a.jpg"');
  });

  test("sorted into sub-folders offers them as the label, never as a feature", async () => {
    for (const [i, name] of ["cat", "dog", "cat", "dog"].entries()) await put(`zoo/${name}/${i}.png`, "not looked at");
    await put(
      "zoo/embeddings.csv",
      ["image,x,y", ...["cat/0", "dog/1", "cat/2", "dog/3"].map((name, i) => `${name}.png,${i},${i * i}`)].join("\n"),
    );
    const table = await readTable(at("zoo"));
    const roleOf = (options = {}) =>
      fitRecipe(table, options).recipe.columns.find(({ name }) => name === "folder")?.role;
    expect(roleOf()).toBe("ignored");
    expect(roleOf({ label: "folder" })).toBe("label");
    expect(roleOf({ roles: { folder: "categorical" } })).toBe("categorical"); // who insists, decides
  });

  test("of neither, or of both, is rejected", async () => {
    await put("neither/x.exe", "x");
    await put("both/x.txt", "x");
    await put("both/y.png", "y");
    await expect(readTable(at("neither"))).rejects.toThrow("must be a file, or a folder of .txt, .md or image files");
    await expect(readTable(at("both"))).rejects.toThrow("must hold either texts or images");
  });
});

describe("the path of an image", () => {
  test("stays inside its folder", async () => {
    await put("safe/in/a.png", "x");
    await put("outside.png", "x");
    await symlink(at("outside.png"), at("safe/link.png"));
    expect(await imagePath(at("safe"), "in/a.png")).toMatch(/a\.png$/);
    for (const path of [
      "../outside.png",
      "/etc/hostname",
      "link.png",
      "in/../../outside.png",
      "..\\outside.png",
      ".",
      "in\0/a.png",
    ]) {
      await expect(imagePath(at("safe"), path)).rejects.toThrow("image must lie inside the image folder");
    }
    await expect(imagePath(at("safe"), "none.png")).rejects.toThrow("must be a file of the folder");
  });
});
