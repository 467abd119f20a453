import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Matrix } from "@xpal/core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addEmbeddings, type EmbedOptions } from "../../src/embed/add-embeddings.ts";
import type { ModelOffer } from "../../src/embed/download-model.ts";
import { type EmbeddingModel, openModel } from "../../src/embed/open-model.ts";
import { poolOutput } from "../../src/embed/pool-output.ts";
import { imagesIn } from "../../src/images/image-source.ts";
import { applyRecipe } from "../../src/recipe/apply-recipe.ts";
import { describeRecipe } from "../../src/recipe/describe-recipe.ts";
import { fitRecipe } from "../../src/recipe/fit-recipe.ts";
import { recipeFromJSON } from "../../src/recipe/recipe.ts";
import { makeTable, type Table, type VectorColumn } from "../../src/table/table.ts";
import { writeImageModel, writeTextModel } from "../tiny-models.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-embed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const textModel = writeTextModel(join(folder, "text-model"));
const imageModel = writeImageModel(join(folder, "image-model"));

const table = (texts: readonly (string | null)[]): Table => makeTable([{ name: "text", type: "text", values: texts }]);
const vectorsOf = ({ columns }: Table) => columns[columns.length - 1] as VectorColumn;
const rowsOf = (made: Table) => {
  const { cols, data } = vectorsOf(made).values;
  return Array.from({ length: made.rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));
};
/** Numbers of 32 bits have seven digits. */
const close = (row: readonly number[], expected: readonly number[]) => {
  for (const [d, value] of row.entries()) expect(value).toBeCloseTo(expected[d], 6);
};

let counter = 0;
const embed = async (of: Table, model: EmbeddingModel, more: Partial<EmbedOptions> = {}) =>
  addEmbeddings(of, {
    model,
    source: imagesIn(folder),
    roles: { text: "text" },
    cache: join(folder, `cache-${counter++}`),
    ...more,
  });

describe("texts through a model", () => {
  let model: EmbeddingModel;
  beforeAll(async () => {
    model = await openModel(textModel);
  });

  test("have the mean of their tokens, without the padding, to length 1", async () => {
    const made = await embed(table(["cat", "Cat truck", "car car car", null]), model);
    const rows = rowsOf(made);
    close(rows[0], [1, 0, 0]);
    // (1 + .1, 0 + .9, 0) / 2, to length 1: 1.1 and .9 over sqrt(2.02)
    close(rows[1], [1.1 / Math.sqrt(2.02), 0.9 / Math.sqrt(2.02), 0]);
    close(rows[2], [0, 1, 0]);
    expect(rows[3].every(Number.isFinite)).toBe(true);
    expect(vectorsOf(made)).toMatchObject({ name: "text embedding", embedded: { columns: ["text"], reads: "texts" } });
  });

  test("are cut where the model takes no more tokens", async () => {
    const rows = rowsOf(await embed(table([`${"cat ".repeat(8)}${"car ".repeat(50)}`, "cat"]), model));
    close(rows[0], [7 / Math.sqrt(50), 1 / Math.sqrt(50), 0]); // seven tokens and the last one, which ends a text
  });

  test("are one point with the words of the texts in the recipe, which says so", async () => {
    const made = await embed(table(["cat", "kitten cat", "car", "truck car"]), model);
    const { recipe } = fitRecipe(made);
    expect(recipe.groups.map(({ name, encoders }) => [name, ...encoders.map(({ kind }) => kind)])).toEqual([
      ["texts", "lsa", "vector"],
    ]);
    expect(describeRecipe(recipe).join("\n")).toMatch(/made of text by the model .*text-model/);
    const vectorsAlone = fitRecipe(made, { roles: { text: "ignored" } }).recipe;
    expect(vectorsAlone.groups.map(({ name }) => name)).toEqual(["text embedding"]);
  });

  test("of a stored recipe are made in the same way, and by no other model", async () => {
    const made = await embed(table(["cat", "kitten", "car", "truck"]), model);
    const recipe = recipeFromJSON(JSON.parse(JSON.stringify(fitRecipe(made).recipe)));
    const again = await embed(table(["car", "cat"]), model, { recipe });
    const { features } = applyRecipe(recipe, again);
    const before = applyRecipe(recipe, made).features;
    const row = (of: unknown, at: number) => {
      const { cols, data } = of as Matrix;
      return Array.from(data.subarray(cols * at, cols * at + cols));
    };
    expect(row(features, 0)).toEqual(row(before, 2));
    expect(row(features, 1)).toEqual(row(before, 0));
    const other = writeTextModel(join(folder, "other-model"));
    writeFileSync(join(other, "tokenizer_config.json"), JSON.stringify({ model_max_length: 7 }));
    await expect(embed(table(["car"]), await openModel(other), { recipe })).rejects.toThrow(
      /must be the one that the vectors/,
    );
  });

  test("are made once: a second run, and a row that repeats another, ask the model nothing", async () => {
    const asked: number[] = [];
    const counting = { ...model, embedder: { ...model.embedder } } as EmbeddingModel & { reads: "texts" };
    Object.assign(counting.embedder, {
      embed: (batch: readonly string[]) => {
        asked.push(batch.length);
        return (model as EmbeddingModel & { reads: "texts" }).embedder.embed(batch);
      },
    });
    const cache = join(folder, "cache-once");
    const texts = table(["cat", "car", "cat", "truck"]);
    const first = await embed(texts, counting, { cache });
    const second = await embed(texts, counting, { cache });
    expect(asked).toEqual([3]);
    expect(rowsOf(second)).toEqual(rowsOf(first));
  });

  test("that were interrupted go on where they ended", async () => {
    const cache = join(folder, "cache-resumed");
    const texts = table(Array.from({ length: 50 }, (_, i) => `cat ${"car ".repeat(i % 7)}${i}`));
    const stop = new AbortController();
    const stopped = embed(texts, model, { cache, signal: stop.signal, onItems: (done) => done >= 32 && stop.abort() });
    await expect(stopped).rejects.toThrow();
    let asked = 0;
    const counting = { ...model, embedder: { ...model.embedder } } as EmbeddingModel & { reads: "texts" };
    Object.assign(counting.embedder, {
      embed: (batch: readonly string[]) => {
        asked += batch.length;
        return (model as EmbeddingModel & { reads: "texts" }).embedder.embed(batch);
      },
    });
    const resumed = await embed(texts, counting, { cache });
    expect(asked).toBe(50 - 32);
    expect(rowsOf(resumed)).toEqual(rowsOf(await embed(texts, model)));
  });

  test("a cache whose last record was cut off gives all whole ones", async () => {
    const cache = join(folder, "cache-torn");
    const texts = table(["cat", "car"]);
    const first = await embed(texts, model, { cache });
    const own = join(cache, "embeddings", model.embedder.hash);
    const [file] = readdirSync(own);
    appendFileSync(join(own, file), readFileSync(join(own, file)).subarray(0, 20));
    expect(rowsOf(await embed(texts, model, { cache }))).toEqual(rowsOf(first));
    const damaged = readFileSync(join(own, file));
    damaged[50] ^= 1;
    writeFileSync(join(own, file), damaged);
    expect(rowsOf(await embed(texts, model, { cache }))).toEqual(rowsOf(first)); // made anew
  });

  test("without a column of texts are rejected", async () => {
    const numbers = makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2) }]);
    await expect(embed(numbers, model)).rejects.toThrow(/must have a column of texts for this model/);
  });
});

describe("images through a model", () => {
  const paint = (name: string, r: number, g: number, b: number) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: { r, g, b } } })
      .png()
      .toFile(join(folder, name));

  test("are prepared as it says, and damaged ones are named and count as average ones", async () => {
    await paint("red.png", 255, 0, 0);
    await paint("blue.png", 0, 0, 255);
    writeFileSync(join(folder, "broken.png"), Buffer.from("\x89PNG and then nothing", "latin1"));
    const images = makeTable([
      { name: "image", type: "text", values: ["red.png", "blue.png", "broken.png", "no.png"] },
    ]);
    const made = await embed(images, await openModel(imageModel));
    const rows = rowsOf(made);
    close(rows[0], [1, 0, 0]);
    close(rows[1], [0, 0, 1]);
    close(rows[2], [0.5, 0, 0.5]);
    expect(made.notices[0]).toMatchObject({ code: "damaged-images", column: "image" });
    expect(made.notices[0].message).toMatch(
      /2 images could not be read and counted as average ones: broken.png .*no.png/,
    );
  });
});

describe("poolOutput", () => {
  // Two items of two tokens of two numbers; the second item has one token.
  const tensor = { dims: [2, 2, 2], data: Float32Array.of(3, 0, 0, 4, 5, 0, 7, 7) };
  test("takes the mean, the first or the last of the tokens that are there", () => {
    const pool = (how: "mean" | "first" | "last") => poolOutput(tensor, 2, how, [2, 1]).map((row) => Array.from(row));
    const mean = pool("mean");
    close(mean[0], [0.6, 0.8]); // (1.5, 2) to length 1
    close(mean[1], [1, 0]);
    expect(pool("first")).toEqual([
      [1, 0],
      [1, 0],
    ]);
    expect(pool("last")).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
  test("rejects an output of another shape, and values that are not finite numbers", () => {
    expect(() => poolOutput({ dims: [3], data: [1, 2, 3] }, 3, "mean")).toThrow(/must have the shape/);
    expect(() => poolOutput({ dims: [1, 2], data: [1, Number.NaN] }, 1, "mean")).toThrow(/finite/);
  });
});

describe("a model that cannot be used is rejected in one sentence:", () => {
  test("packages that are not installed are named with the command that installs them", async () => {
    const missing = () => Promise.reject(new Error("Cannot find package"));
    await expect(openModel(textModel, { load: missing })).rejects.toThrow(
      /the package onnxruntime-node must be installed to run a model; run npm install onnxruntime-node @huggingface\/tokenizers/,
    );
    const noTokens = (name: string) => (name.startsWith("onnx") ? import("onnxruntime-web") : missing());
    await expect(openModel(textModel, { load: noTokens })).rejects.toThrow(/run npm install @huggingface\/tokenizers/);
  });

  test("no folder and no name, a file, a folder without weights, damaged weights and settings", async () => {
    await expect(openModel("no-such-folder")).rejects.toThrow(/must be a folder, or a name such as/);
    await expect(openModel(join(textModel, "tokenizer.json"))).rejects.toThrow(
      /must be the folder of a model, not a file/,
    );
    const empty = join(folder, "empty");
    mkdirSync(empty);
    await expect(openModel(empty)).rejects.toThrow(/must have tokenizer.json .* or preprocessor_config.json/);
    writeFileSync(join(empty, "tokenizer.json"), "[1]");
    await expect(openModel(empty)).rejects.toThrow(/tokenizer.json of the model .* must hold a JSON object/);
    writeFileSync(join(empty, "tokenizer.json"), readFileSync(join(textModel, "tokenizer.json")));
    await expect(openModel(empty)).rejects.toThrow(/must have its weights as model.onnx/);
    writeFileSync(join(empty, "model.onnx"), "no model");
    await expect(openModel(empty)).rejects.toThrow(/must be one that ONNX Runtime can load/);
  });
});

describe("a model from a server", () => {
  let server: Server;
  let url: string;
  const requests: string[] = [];
  let breakOnce = false;
  let breakNow = () => {};
  beforeAll(async () => {
    const files = ["onnx/model.onnx", "tokenizer.json", "tokenizer_config.json"];
    server = createServer((request, response) => {
      const path = request.url ?? "";
      requests.push(`${path}${request.headers.range ? ` ${request.headers.range}` : ""}`);
      if (path === "/api/models/tiny/words?blobs=true") {
        const siblings = files.map((name) => {
          const bytes = readFileSync(join(textModel, name));
          const sha256 = createHash("sha256").update(bytes).digest("hex");
          return {
            rfilename: name,
            size: bytes.length,
            ...(name.endsWith(".onnx") ? { lfs: { sha256, size: bytes.length } } : {}),
          };
        });
        return response.end(JSON.stringify({ sha: "abc123", siblings }));
      }
      const name = /^\/tiny\/words\/resolve\/abc123\/(.*)$/.exec(path)?.[1];
      if (name === undefined || !files.includes(name)) return response.writeHead(404).end("{}");
      const bytes = readFileSync(join(textModel, name));
      const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
      const head = { etag: `"${name}"`, "content-length": bytes.length - start };
      if (start > 0)
        response.writeHead(206, { ...head, "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}` });
      else response.writeHead(200, head);
      if (breakOnce && name.endsWith(".onnx")) {
        breakOnce = false;
        response.write(bytes.subarray(start, 40));
        breakNow = () => response.destroy();
        return;
      }
      return response.end(bytes.subarray(start));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test("is not downloaded without a yes, which is asked for with size and host", async () => {
    requests.length = 0;
    const offers: ModelOffer[] = [];
    const cache = join(folder, "models-no");
    const agree = (offer: ModelOffer) => {
      offers.push(offer);
      return false;
    };
    await expect(openModel("tiny/words", { baseUrl: url, cache, agree })).rejects.toThrow(
      /download of 0.00\d MB from 127.0.0.1:\d+ must be agreed to; agree with --yes-download/,
    );
    const size = ["onnx/model.onnx", "tokenizer.json", "tokenizer_config.json"]
      .map((name) => statSync(join(textModel, name)).size)
      .reduce((a, b) => a + b);
    expect(offers).toMatchObject([{ name: "tiny/words", host: new URL(url).host, bytes: size }]);
    expect(requests).toEqual(["/api/models/tiny/words?blobs=true"]);
  });

  test("is downloaded after a yes, taken up where it broke off, and not asked for again", async () => {
    requests.length = 0;
    breakOnce = true;
    const cache = join(folder, "models-yes");
    const onDownload = () => breakNow(); // once the client has the bytes that were sent
    const model = await openModel("tiny/words", { baseUrl: url, cache, agree: () => true, onDownload });
    expect(requests).toContain("/tiny/words/resolve/abc123/onnx/model.onnx bytes=40-");
    expect(model).toMatchObject({ name: "tiny/words", reads: "texts" });
    close(rowsOf(await embed(table(["car"]), model))[0], [0, 1, 0]);
    requests.length = 0;
    await openModel("tiny/words", { baseUrl: url, cache });
    expect(requests).toEqual([]);
  });

  test("that is not there is rejected", async () => {
    const cache = join(folder, "models-no");
    await expect(openModel("tiny/else", { baseUrl: url, cache, agree: () => true })).rejects.toThrow(
      /must exist on 127.0.0.1:\d+, but it answers 404/,
    );
  });
});
