// `--embed`: a model in a folder describes the texts or images, in every command and in a saved model.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeTextModel } from "../../../../data/test/tiny-models.ts";
import { runHere } from "../run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "xpal-embed-"));
const before = { cache: process.env.XPAL_CACHE, host: process.env.XPAL_MODEL_HOST };
beforeAll(() => {
  process.env.XPAL_CACHE = join(folder, "cache");
  writeTextModel(join(folder, "model"));
  const rows = ["cat,animal", "kitten,animal", "cat kitten,", "car,vehicle", "truck,vehicle", "car truck,"];
  writeFileSync(join(folder, "words.csv"), ["text,kind", ...rows].join("\n"));
  writeFileSync(join(folder, "new.csv"), "text\ntruck truck car\nkitten kitten\n");
});
afterAll(() => {
  for (const [name, value] of [
    ["XPAL_CACHE", before.cache],
    ["XPAL_MODEL_HOST", before.host],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) => runHere(folder, words);
const COMMON = ["--label", "kind", "--role", "text=text", "--embed", "model"];

describe("--embed with a folder", () => {
  test("inspect says which model describes which column", async () => {
    const { code, out } = await run("inspect", "words.csv", ...COMMON);
    expect(code).toBe(0);
    expect(out).toMatch(/text embedding +vector +vectors of length 3; made of text by the model .*model/);
  });

  test("predict tells animals from vehicles, and a saved model describes new texts by the same model", async () => {
    const { code, err } = await run("predict", "words.csv", ...COMMON, "--role", "text=ignored", "--save", "m.json");
    expect({ code, err }).toMatchObject({ code: 2 });
    const saved = await run("predict", "words.csv", ...COMMON, "--save", "m.json", "--json");
    expect(saved.err).toBe("");
    const { out } = await run("predict", "m.json", "new.csv", "--json");
    expect(JSON.parse(out).predictions.map((one: { class: string }) => one.class)).toEqual(["vehicle", "animal"]);
    const model = JSON.parse(readFileSync(join(folder, "m.json"), "utf8"));
    expect(JSON.stringify(model)).toContain(`"model":${JSON.stringify(join(folder, "model"))}`);
  });

  test("label remembers the model, seen from the file", async () => {
    await runHere(folder, ["label", "words.csv", ...COMMON], "1q");
    expect(JSON.parse(readFileSync(join(folder, "words.csv.xpal.json"), "utf8"))).toMatchObject({ embed: "model" });
    const { code, err } = await run("suggest", "words.csv", "--json");
    expect({ code, err }).toMatchObject({ code: 0 });
    rmSync(join(folder, "words.csv.xpal.json"));
  });

  test("label --merge accepts answers to rows that a model describes", async () => {
    writeFileSync(join(folder, "asked.csv"), "text,kind\ncat cat,animal\nkitten,\ncar,vehicle\ntruck,\n");
    const words = ["asked.csv", ...COMMON];
    await runHere(folder, ["label", ...words], "2q");
    const journal = join(folder, "asked.csv.labels.jsonl");
    const [, answer] = readFileSync(journal, "utf8").trim().split("\n");
    const { row } = JSON.parse(answer);
    const merged = await run("label", ...words, "--merge", "--out", "merged.csv");
    expect(merged).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(folder, "merged.csv"), "utf8").split("\n")[row + 1]).toMatch(/,vehicle$/);
  });

  test("what is no model is rejected in one sentence", async () => {
    const { code, err } = await run("inspect", "words.csv", "--label", "kind", "--embed", "nothing");
    expect(code).toBe(2);
    expect(err).toBe(
      'xpal inspect: the model must be a folder, or a name such as Xenova/all-MiniLM-L6-v2, got "nothing"\n',
    );
  });
});

describe("--embed with a name", () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      const files = ["onnx/model.onnx", "tokenizer.json", "tokenizer_config.json"];
      if (path.startsWith("/api/models/tiny/words")) {
        const siblings = files.map((name) => ({
          rfilename: name,
          size: readFileSync(join(folder, "model", name)).length,
        }));
        return response.end(JSON.stringify({ sha: "1", siblings }));
      }
      return response.end(readFileSync(join(folder, "model", path.replace("/tiny/words/resolve/1/", ""))));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    process.env.XPAL_MODEL_HOST = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test("is downloaded only when that is agreed to", async () => {
    const words = ["inspect", "words.csv", "--label", "kind", "--role", "text=text", "--embed", "tiny/words"];
    const rejected = await run(...words);
    expect(rejected.code).toBe(2);
    expect(rejected.err).toMatch(
      /^xpal inspect: the model tiny\/words must be on this machine, or its download of 0\.\d+ MB from 127\.0\.0\.1:\d+ must be agreed to; agree with --yes-download, or name a folder\n$/,
    );
    expect((await run(...words, "--yes-download")).out).toMatch(/made of text by the model tiny\/words/);
    expect((await run(...words)).code).toBe(0);
  });
});
