import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { openModel } from "../../src/embed/open-model.ts";
import { FIRST_SEGMENT, PIECES, writeBert, writeClip, writeVit } from "../published-models.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-published-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Numbers of 32 bits have seven digits, and exponentials and sums take some of them. */
const close = (row: ArrayLike<number>, expected: readonly number[]) => {
  expect(row.length).toBe(expected.length);
  for (const [d, value] of expected.entries()) expect(row[d]).toBeCloseTo(value, 5);
};

const toLengthOne = (values: readonly number[]) => {
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
};

const embedTexts = async (name: string, texts: readonly string[]) => {
  const model = await openModel(name);
  if (model.reads !== "texts") throw new Error("expected a model of texts");
  return model.embedder.embed(texts);
};

const embedImages = async (name: string, images: readonly Uint8Array[]) => {
  const model = await openModel(name, { reads: "images" });
  if (model.reads !== "images") throw new Error("expected a model of images");
  return model.embedder.embed(await Promise.all(images.map(model.prepare)));
};

describe("a model in the layout of BERT", () => {
  const bert = writeBert(join(folder, "bert"));

  /** The mean over all tokens of what attention makes of them, with the special tokens around the text. */
  const worked = (pieces: readonly string[]) => {
    const x = ["[CLS]", ...pieces, "[SEP]"].map((piece) => PIECES[piece].map((value, d) => value + FIRST_SEGMENT[d]));
    const rows = x.map(([a, b]) => {
      const shares = x.map(([c, d]) => Math.exp(a * c + b * d));
      const sum = shares.reduce((total, share) => total + share, 0);
      return [0, 1].map((d) => x.reduce((total, one, t) => total + (shares[t] / sum) * one[d], 0));
    });
    return toLengthOne([0, 1].map((d) => rows.reduce((total, row) => total + row[d] / rows.length, 0)));
  };

  test("reads word pieces between its special tokens, and takes the mean of them all", async () => {
    const [cats, car] = await embedTexts(bert, ["Cats", "car"]);
    close(cats, worked(["cat", "##s"]));
    close(car, worked(["car"]));
  });

  test("gives a text the same vector beside a longer one: padding is masked", async () => {
    const [alone] = await embedTexts(bert, ["cat"]);
    const [beside] = await embedTexts(bert, ["cat", "truck truck truck"]);
    close(beside, [...alone]);
  });

  test("cuts a text where sentence-transformers' settings do, and keeps the token that ends it", async () => {
    const [long] = await embedTexts(bert, ["car car car car truck truck truck"]);
    close(long, worked(["car", "car", "car", "car"])); // six tokens, two of them special
  });
});

/** An image whose left half has one colour and whose right half has another. */
const halves = async (width: number, height: number, left: string, right: string) => {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: left } };
  const whole = sharp({ create: { width, height, channels: 3, background: right } });
  const placed = await sharp(half).png().toBuffer();
  return whole
    .composite([{ input: placed, left: 0, top: 0 }])
    .png()
    .toBuffer();
};

describe("a model in the layout of ViT", () => {
  const vit = writeVit(join(folder, "vit"));
  test("gets both sides scaled, colours from -1 to 1, and gives the first of its vectors", async () => {
    const [red, striped] = await embedImages(vit, [
      await halves(40, 20, "#ff0000", "#ff0000"),
      await halves(160, 8, "#ff0000", "#0000ff"),
    ]);
    close(red, toLengthOne([1, -1, -1]));
    // Half is red and half is blue: 0 and 0 in the mean, green is -1. The edge between them is as blurred on both sides.
    for (const [d, value] of [0, -1, 0].entries()) expect(striped[d]).toBeCloseTo(value, 1);
  });
});

describe("a model in the layout of CLIP", () => {
  const clip = writeClip(join(folder, "clip"));
  test("reads texts up to the token that ends them, whatever fills up the shorter ones", async () => {
    const [red, both] = await embedTexts(clip, ["Red", "red blue red blue"]);
    close(red, toLengthOne([1, 0.5, 0]));
    close(both, toLengthOne([2, 0.5, 2]));
  });

  test("has the shorter side of an image scaled where its size is one number and a square is cut out", async () => {
    // 160 x 8: the middle 8 x 8 is red. Scaled to a square as a whole, three quarters of it would be blue.
    const middle = await halves(8, 8, "#ff0000", "#ff0000");
    const image = await sharp({ create: { width: 160, height: 8, channels: 3, background: "#0000ff" } })
      .composite([{ input: await sharp(middle).resize(40, 8).png().toBuffer(), left: 60, top: 0 }])
      .png()
      .toBuffer();
    const [red] = await embedImages(clip, [image]);
    const means = [(1 - 0.48145466) / 0.26862954, -0.4578275 / 0.26130258, -0.40821073 / 0.27577711];
    close(red, toLengthOne(means));
  });

  test("has both sides scaled where it is DeiT or BEiT, which mean that by one number", async () => {
    const deit = writeClip(join(folder, "deit"));
    const settings = { image_processor_type: "DeiTImageProcessor", size: 8, do_center_crop: true, crop_size: 4 };
    writeFileSync(join(deit, "preprocessor_config.json"), JSON.stringify({ ...settings, do_normalize: false }));
    // The middle 8 x 8 is red: a square cut out at full height would be, and of the whole image squeezed little is.
    const stripe = await sharp({ create: { width: 160, height: 8, channels: 3, background: "#0000ff" } })
      .composite([{ input: await halves(8, 8, "#ff0000", "#ff0000"), left: 76, top: 0 }])
      .png()
      .toBuffer();
    const [squeezed] = await embedImages(deit, [stripe]);
    expect(squeezed[2]).toBeGreaterThan(squeezed[0]);
  });

  test("is rejected for images where its settings say no size", async () => {
    const other = writeClip(join(folder, "no-size"));
    writeFileSync(join(other, "preprocessor_config.json"), JSON.stringify({ do_resize: true }));
    await expect(openModel(other, { reads: "images" })).rejects.toThrow(/must give a size from 1 to 4096/);
  });
});
