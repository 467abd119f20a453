// A model from a server that publishes models, by name. Asking what it consists of comes first and fetches no weights:
// whoever wants the model is told the size and the host, and only a yes starts the download. What arrived stays when it
// breaks off, and every file is checked against the size and hash that the server states.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reject } from "@xpal/core/check";
import { bodyOf, type Connection, rejectTransfer, request, TransferError } from "../transfer/connection.ts";
import { download } from "../transfer/download.ts";
import { PREPARATION, type Readable, SETTINGS, STATIC_WEIGHTS, weightPaths } from "./model-files.ts";

/** What would be downloaded. */
export interface ModelOffer {
  readonly name: string;
  readonly host: string;
  readonly revision: string;
  readonly bytes: number;
  readonly files: readonly OfferedFile[];
  /** Whether it is a table of vectors, which no runtime is needed for. */
  readonly isStatic?: boolean;
}

interface OfferedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256?: string;
}

/** Where models come from, and where they go. */
export interface ModelServer {
  readonly connection: Connection;
  /** "https://huggingface.co", or a mirror of it. */
  readonly baseUrl: string;
  /** The folder for downloaded models. */
  readonly folder: string;
}

const ATTEMPTS = 3;

/** Written when all files are there; names the revision. */
const WHOLE = "xpal-model.json";

/** The folder of a model that was downloaded before; undefined if it was not. */
export async function downloadedModel(
  { folder }: Pick<ModelServer, "folder">,
  name: string,
): Promise<string | undefined> {
  const own = join(folder, ...name.split("/"));
  return readFile(join(own, WHOLE)).then(
    () => own,
    () => undefined,
  );
}

/** Asks the server what a model consists of. @throws XpalError if there is no such model, or none in ONNX. */
export async function offerOf({ connection, baseUrl }: ModelServer, name: string): Promise<ModelOffer> {
  const url = `${baseUrl}/api/models/${name}?blobs=true`;
  const json = (await fetchJson(connection, url, name)) as Record<"sha" | "siblings" | "library_name", unknown>;
  const listed = new Map(siblingsOf(json.siblings).map((file) => [file.path, file]));
  const reads: Readable = listed.has(PREPARATION.texts) ? "texts" : "images";
  // The smaller weights: what is lost by rounding them is little, what is saved is three quarters of the download.
  const weights = [...weightPaths(reads)].sort(
    (a, b) => Number(b.includes("quantized")) - Number(a.includes("quantized")),
  );
  const isStatic = json.library_name === "model2vec" && listed.has(STATIC_WEIGHTS);
  const weight = isStatic ? STATIC_WEIGHTS : weights.find((path) => listed.has(path));
  if (weight === undefined || !listed.has(PREPARATION[reads]) || typeof json.sha !== "string") {
    const rule = `must be offered in ONNX, with ${PREPARATION.texts} or ${PREPARATION.images}`;
    reject("embed", `the model ${name}`, rule, undefined, "name another model, or a folder");
  }
  const files = [weight, PREPARATION[reads], ...SETTINGS[reads]].flatMap((path) => listed.get(path) ?? []);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { name, host: new URL(baseUrl).host, revision: json.sha, bytes, files, isStatic };
}

/** Downloads what was offered; gives the folder. `onShare` is called with the progress, from 0 to 1. */
export async function downloadModel(
  { connection, baseUrl, folder }: ModelServer,
  { name, revision, bytes, files }: ModelOffer,
  onShare: (share: number) => void,
): Promise<string> {
  const own = join(folder, ...name.split("/"));
  let before = 0;
  for (const file of files) {
    const result = await download(connection, {
      url: `${baseUrl}/${name}/resolve/${revision}/${file.path}`,
      path: join(own, file.path),
      what: `${file.path} of the model ${name}`,
      attempts: ATTEMPTS,
      ...(file.sha256 === undefined ? {} : { sha256: file.sha256 }),
      onProgress: (received) => onShare((before + received) / bytes),
    });
    if (result === "not-found") reject("embed", `${file.path} of the model ${name}`, "must be on the server");
    before += file.bytes;
  }
  await mkdir(own, { recursive: true });
  await writeFile(join(own, `${WHOLE}.part`), JSON.stringify({ name, revision }));
  await rename(join(own, `${WHOLE}.part`), join(own, WHOLE));
  return own;
}

function siblingsOf(siblings: unknown): OfferedFile[] {
  if (!Array.isArray(siblings)) return [];
  return siblings.flatMap(({ rfilename, size, lfs }: Record<string, unknown>) => {
    const { sha256, size: stored } = (lfs ?? {}) as Record<string, unknown>;
    const bytes = Number(stored ?? size);
    if (typeof rfilename !== "string" || !Number.isSafeInteger(bytes) || bytes < 0) return [];
    return [{ path: rfilename, bytes, ...(typeof sha256 === "string" ? { sha256 } : {}) }];
  });
}

async function fetchJson(connection: Connection, url: string, name: string): Promise<unknown> {
  let reason = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const answer = await request(connection, url, { accept: "application/json" });
      let text = "";
      const decoder = new TextDecoder();
      for await (const piece of bodyOf(answer, url)) text += decoder.decode(piece, { stream: true });
      if (answer.status >= 500 || answer.status === 429)
        throw new TransferError(`the server answered ${answer.status}`);
      if (answer.ok) return JSON.parse(text);
      const rule = `must exist on ${new URL(url).host}, but it answers ${answer.status}`;
      reject("embed", `the model ${name}`, rule, undefined, "check the name, or name a folder");
    } catch (error) {
      if (error instanceof SyntaxError) reason = "the server sent no JSON";
      else if (error instanceof TransferError) reason = error.message;
      else throw error;
    }
  }
  rejectTransfer(connection, `the model ${name}`, reason);
}
