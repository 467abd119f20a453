import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Matrix } from "@xpal/core";
import { zipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseFolder } from "../../src/formats/folder/parse-folder.ts";
import { readTable } from "../../src/formats/read-table.ts";
import { addImages } from "../../src/images/add-images.ts";
import { decodeImage } from "../../src/images/decode-image.ts";
import { fitImages, imageEncoder } from "../../src/images/image-model.ts";
import { imagesIn } from "../../src/images/image-source.ts";
import { SIDE } from "../../src/images/image-square.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { recipeFromJSON } from "../../src/recipe/recipe.ts";
import { makeTable, type VectorColumn } from "../../src/table/table.ts";

/** Half of the image white: the left one, or the upper one. */
const halves = (upper: boolean, shade: number) =>
  sharp(
    Buffer.from(
      Array.from({ length: 48 * 48 }, (_, i) =>
        (upper ? Math.floor(i / 48) < 20 + (shade % 8) : i % 48 < 20 + (shade % 8)) ? 255 - shade : 0,
      ),
    ),
    { raw: { width: 48, height: 48, channels: 1 } },
  );

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "xpal-images-"));
  for (let i = 0; i < 12; i++)
    await halves(i % 2 === 0, i * 5)
      .png()
      .toFile(join(folder, `p${10 + i}.png`));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("decodeImage", () => {
  const flat = sharp({ create: { width: 9, height: 5, channels: 3, background: { r: 200, g: 100, b: 50 } } });

  test.each(["png", "jpeg", "webp", "gif"] as const)("reads %s to the same colours", async (format) => {
    const pixels = await decodeImage(await flat.clone().toFormat(format).toBuffer());
    expect(pixels.length).toBe(3 * SIDE * SIDE);
    [200, 100, 50].forEach((value, c) => {
      expect(Math.abs(pixels[c] - value)).toBeLessThanOrEqual(8); // JPEG and the palette of GIF round colours
    });
  });

  test("turns an image as its orientation says", async () => {
    const jpeg = await halves(true, 0).jpeg().withMetadata({ orientation: 6 }).toBuffer(); // to be turned clockwise
    const pixels = await decodeImage(jpeg);
    const at = (x: number, y: number) => pixels[3 * (y * SIDE + x)];
    expect(at(SIDE - 2, SIDE - 2)).toBeGreaterThan(200); // what was up is right
    expect(at(1, 1)).toBeLessThan(50);
  });

  test("what shows through a transparent image is grey, so that black and white both stay visible", async () => {
    const clear = sharp({ create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    expect([...(await decodeImage(await clear.png().toBuffer())).subarray(0, 3)]).toEqual([128, 128, 128]);
  });

  test.each([
    [
      "an SVG, which is never run",
      '<svg xmlns="http://www.w3.org/2000/svg"><script>throw 1</script></svg>',
      "not a PNG",
    ],
    ["an empty file", "", "the file is empty"],
    ["a damaged PNG", "\x89PNG\r\n\x1a\nnothing more", "corrupt"],
  ])("rejects %s", async (_, text, reason) => {
    await expect(decodeImage(Buffer.from(text, "latin1"))).rejects.toThrow(reason);
  });

  test("rejects more than 150 million pixels before it decodes any", async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    png.writeUInt32BE(20_000, 16); // the width and height in the head
    png.writeUInt32BE(20_000, 20);
    await expect(decodeImage(png)).rejects.toThrow();
  });
});

describe("vectors of images", () => {
  test("tell what stands left from what stands above, whatever the shade, and twice the same bits", async () => {
    const images = await Promise.all(
      Array.from({ length: 12 }, async (_, i) =>
        decodeImage(
          await halves(i % 2 === 0, i * 5)
            .png()
            .toBuffer(),
        ),
      ),
    );
    const model = fitImages(images);
    expect(fitImages(images)).toEqual(model);
    const { encode } = imageEncoder(model);
    const vectors = images.map(encode);
    const distance = (a: number, b: number) => vectors[a].reduce((sum, v, k) => sum + (v - vectors[b][k]) ** 2, 0);
    const mean = (step: number) => vectors.reduce((sum, _, i) => sum + distance(i, (i + step) % 12), 0);
    expect(mean(2)).toBeLessThan(mean(1)); // every second image is of the same kind
  });

  test("had the rounding of grey images as their colour, so that a tint of one level put an image far from all", () => {
    const grey = Array.from({ length: 20 }, (_, i) => {
      const pixels = new Uint8Array(3 * SIDE * SIDE);
      for (let at = 0; at < SIDE * SIDE; at++) pixels.fill((at * (i + 3) * 37) % 251, 3 * at, 3 * at + 3);
      return pixels;
    });
    const { encode } = imageEncoder(fitImages(grey));
    const length = (vector: ArrayLike<number>) => Math.hypot(...Array.from(vector));
    const tinted = grey[0].map((level, at) => (at % 3 === 0 ? level + 1 : level));
    const [plain, other] = [encode(grey[0]), encode(tinted)];
    expect(length(other.map((value, k) => value - plain[k]))).toBeLessThan(0.1 * length(plain));
  });

  test("stand beside a folder's table, and a stored recipe makes the same of new images", async () => {
    const table = await addImages(await readTable(folder), { source: imagesIn(folder) });
    const { recipe } = fitRecipe(table);
    expect(describeRecipe(recipe).join("\n")).toContain("patches, gradients and colours of the images");
    const stored = recipeFromJSON(JSON.parse(JSON.stringify(recipe)));
    const again = await addImages(await readTable(folder), { source: imagesIn(folder), recipe: stored });
    const data = (one: typeof table) => (applyRecipe(stored, one).features as Matrix).data;
    expect(data(again)).toEqual(data(table));
  });

  test("a zip is read as the folder that was packed, below what all its files share", async () => {
    const files = Object.fromEntries(
      readdirSync(folder).map((name) => [`photos/kind/${name}`, new Uint8Array(readFileSync(join(folder, name)))]),
    );
    const path = join(folder, "photos.zip");
    writeFileSync(
      path,
      zipSync({ ...files, "__MACOSX/photos/._p10.png": new Uint8Array(3), "photos/.DS_Store": new Uint8Array(1) }),
    );
    const table = await addImages(await readTable(path), { source: imagesIn(path) });
    expect(table.rows).toBe(12);
    expect(table.notices).toEqual([]);
    rmSync(path);
    const plain = await addImages(await readTable(folder), { source: imagesIn(folder) });
    expect((table.columns.at(-1) as VectorColumn).values).toEqual((plain.columns.at(-1) as VectorColumn).values);
  });

  test("a table that names the images beside it is taken in their place, from a folder as from a zip", async () => {
    const place = mkdtempSync(join(tmpdir(), "xpal-listed-"));
    const png = new Uint8Array(await halves(true, 1).png().toBuffer());
    const names = ["pics/a.png", "pics/b.png", "pics/deep/c.png", "pics/rest.png"];
    mkdirSync(join(place, "pics/deep"), { recursive: true });
    for (const name of names) writeFileSync(join(place, name), png);
    // by a path seen from the table, by the end of a path, with Windows' separators, and one that is not there
    const csv = "title,file,kind\nred,a.png,x\nblue,deep\\c.png,\ngreen,./pics/b.png,y\nnone,gone.png,x\n";
    writeFileSync(join(place, "items.csv"), csv);
    writeFileSync(join(place, "README.md"), "about these images");
    const table = await readTable(place);
    expect(table.columns.map(({ name }) => name)).toEqual(["title", "file", "kind"]);
    expect(table.columns[1].values).toEqual(["pics/a.png", "pics/deep/c.png", "pics/b.png", "gone.png"]);
    expect(table.notices.map(({ message }) => message)).toEqual([
      "1 image is not in items.csv and was left out (pics/rest.png)",
      "1 other file was left out (README.md)",
    ]);
    const described = await addImages(table, { source: imagesIn(place) });
    expect(described.notices.at(-1)?.message).toMatch(
      /^1 image could not be read and counted as average ones: gone\.png/,
    );
    const files = Object.fromEntries(names.map((name) => [`all/${name}`, png]));
    const zip = join(place, "all.zip");
    writeFileSync(zip, zipSync({ ...files, "all/items.csv": new TextEncoder().encode(csv) }));
    const zipped = await readTable(zip);
    expect(zipped.columns).toEqual(table.columns);
    expect(await addImages(zipped, { source: imagesIn(zip) })).toMatchObject({ rows: 4 });
    rmSync(place, { recursive: true });
  });

  test("a table that tells nothing of the images beside it is left out, and the notice says why", async () => {
    const png = new Uint8Array(await halves(true, 1).png().toBuffer());
    const bytes = (text: string) => new TextEncoder().encode(text);
    const images: [string, Uint8Array][] = [
      ["a.png", png],
      ["b.png", png],
    ];
    const other = await parseFolder(new Map([...images, ["prices.csv", bytes("x,y\n1,a\n2,b\n")]]));
    expect(other.columns.map(({ name }) => name)).toEqual(["image"]);
    expect(other.notices[0].message).toMatch(/prices\.csv\).*no column with the names of these images/);
    const ragged = await parseFolder(new Map([...images, ["list.csv", bytes("image,y\na.png,1,2\n")]]));
    expect(ragged.notices[0].message).toMatch(/list\.csv.*must have 2 cells/);
    const two = bytes("image,y\na.png,1\n");
    const doubt = await parseFolder(new Map([...images, ["one.csv", two], ["two.csv", two]]));
    expect(doubt.notices[0].message).toBe("2 other files were left out (one.csv, two.csv)");
    // what the command keeps beside a table is no second table
    const beside: [string, Uint8Array][] = ["one.csv.labels.jsonl", "one.csv.xpal.json"].map((n) => [n, bytes("{}")]);
    const labelled = await parseFolder(new Map([...images, ["one.csv", two], ...beside]));
    expect(labelled.columns.map(({ name }) => name)).toEqual(["image", "y"]);
  });

  test("a zip of one table is that table, and embeddings in a zip of images are joined", async () => {
    const place = mkdtempSync(join(tmpdir(), "xpal-zip-"));
    const bytes = (text: string) => new TextEncoder().encode(text);
    writeFileSync(join(place, "one.zip"), zipSync({ "deep/mine.csv": bytes("x,class\n1,a\n2,b\n") }));
    expect((await readTable(join(place, "one.zip"))).columns.map(({ name }) => name)).toEqual(["x", "class"]);
    const png = new Uint8Array(await halves(true, 1).png().toBuffer());
    const vectors = bytes('{"image":"b.png","vector":[1,2]}\n{"image":"a.png","vector":[3,4]}\n');
    writeFileSync(join(place, "two.zip"), zipSync({ "a.png": png, "b.png": png, "embeddings.jsonl": vectors }));
    const joined = await readTable(join(place, "two.zip"));
    expect([...(joined.columns[1] as VectorColumn).values.data]).toEqual([3, 4, 1, 2]);
    const table = bytes("id,title\n7,one\n9,two\n");
    const keyed = bytes('{"id":9,"vector":[1,2]}\n{"id":7,"vector":[3,4]}\n');
    writeFileSync(join(place, "three.zip"), zipSync({ "in/items.csv": table, "in/embeddings.jsonl": keyed }));
    const matched = await readTable(join(place, "three.zip"));
    expect([...(matched.columns.at(-1) as VectorColumn).values.data]).toEqual([3, 4, 1, 2]);
    rmSync(place, { recursive: true });
  });

  test("a damaged image is named, and left out or counted as an average one", async () => {
    const names = ["p10.png", "p11.png", "p12.png", "gone.png", "../outside.png", "bad.png"];
    writeFileSync(join(folder, "bad.png"), "no image");
    const table = makeTable([{ name: "image", type: "text", values: names }]);
    const kept = await addImages(table, { source: imagesIn(folder) });
    expect([kept.rows, kept.notices.length]).toEqual([6, 1]);
    expect(kept.notices[0].message).toMatch(/^3 images could not be read and counted as average ones: /);
    expect(kept.notices[0].message).toContain("bad.png (not a PNG");
    const { cols, data } = (kept.columns[1] as VectorColumn).values;
    expect(data.subarray(3 * cols).every((value) => value === 0)).toBe(true);
    const left = await addImages(table, { source: imagesIn(folder), leaveOut: true });
    expect(left.rows).toBe(3);
    rmSync(join(folder, "bad.png"));
  });

  test("data URLs are images too, and embeddings that are there are not replaced", async () => {
    const urls = await Promise.all(
      [0, 1, 2].map(
        async (i) =>
          `data:image/png;base64,${(
            await halves(i === 0, i)
              .png()
              .toBuffer()
          ).toString("base64")}`,
      ),
    );
    const table = makeTable([{ name: "image", type: "text", values: urls }]);
    const described = await addImages(table, { source: imagesIn(folder) });
    expect(described.columns.map(({ name, type }) => [name, type])).toEqual([
      ["image", "text"],
      ["image features", "vector"],
    ]);
    expect(await addImages(described, { source: imagesIn(folder) })).toBe(described);
  });
});
