// A language model that makes vectors of texts: tokens, padded to the longest text of a batch, through the model, pooled.
import { checkParts, reject } from "@xpal/core/check";
import type { Embedder } from "./embedder.ts";
import { type ModelFiles, modelHash, PREPARATION, readConfig, readWeights } from "./model-files.ts";
import type { OnnxRuntime, OnnxTensor, TokenizerLibrary } from "./onnx.ts";
import { openSession } from "./open-session.ts";
import { chooseOutput, type Pooling, poolOutput } from "./pool-output.ts";

/** Longer texts are cut: most models take no more tokens, and time grows with their square. */
const MAX_TOKENS = 512;

/**
 * Opens a model of texts.
 * @throws XpalError if its files are missing or damaged, or it wants an input that is not known here.
 * @example
 * const files = { name: "empty", read: async () => undefined };
 * await openTextEmbedder(files, undefined, undefined).catch((error) => error.name) // "XpalError"
 */
export async function openTextEmbedder(
  files: ModelFiles,
  runtime: OnnxRuntime,
  library: TokenizerLibrary,
): Promise<Embedder<string>> {
  checkParts("openTextEmbedder", "files", files, "the files of a model", ["name", "read"]);
  const tokenizerJson = await readConfig(files, PREPARATION.texts);
  const config = await readConfig(files, "config.json");
  const tokenizerConfig = await readConfig(files, "tokenizer_config.json");
  const sentences = await readConfig(files, "sentence_bert_config.json");
  const pooling = poolingOf(await readConfig(files, "1_Pooling/config.json"));
  const weights = await readWeights(files, "texts");
  const hash = await modelHash(files, "texts", weights);
  const tokenizer = new library.Tokenizer(tokenizerJson, tokenizerConfig);
  const session = await openSession(files, runtime, weights);
  const most = Math.min(
    MAX_TOKENS,
    ...[tokenizerConfig.model_max_length, config.max_position_embeddings, sentences.max_seq_length].filter(isCount),
  );
  const padding = paddingOf(tokenizerJson, config);
  const output = chooseOutput(session.outputNames);
  return {
    hash,
    async embed(batch) {
      const tokens = batch.map((text) => cut(tokenizer.encode(text).ids, most, padding));
      const longest = Math.max(...tokens.map(({ length }) => length));
      const feeds = Object.fromEntries(
        session.inputNames.map((name) => [name, inputOf(files, runtime, name, tokens, longest, padding)]),
      );
      const answer = await session.run(feeds);
      return poolOutput(
        answer[output],
        batch.length,
        pooling,
        tokens.map(({ length }) => length),
      );
    },
    close: async () => session.release?.(),
  };
}

function poolingOf(config: Record<string, unknown>): Pooling {
  if (config.pooling_mode_cls_token === true) return "first";
  return config.pooling_mode_lasttoken === true ? "last" : "mean";
}

/** Tokens that fit; the last one, which ends a text, stays. A text without a token has one of padding. */
function cut(ids: readonly number[], most: number, padding: number): readonly number[] {
  if (ids.length === 0) return [padding];
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ids[ids.length - 1]];
}

function inputOf(
  files: ModelFiles,
  runtime: OnnxRuntime,
  name: string,
  tokens: readonly (readonly number[])[],
  longest: number,
  padding: number,
): OnnxTensor {
  const fill = INPUTS[name];
  if (fill === undefined) {
    reject("embed", `the model ${files.name}`, `must take ${Object.keys(INPUTS).join(", ")} only`, name);
  }
  const data = new BigInt64Array(tokens.length * longest);
  tokens.forEach((ids, row) => {
    for (let at = 0; at < longest; at++) data[row * longest + at] = BigInt(fill(ids[at], at, padding));
  });
  return new runtime.Tensor("int64", data, [tokens.length, longest]);
}

/** What each input holds at a position; the token is undefined behind the end of a text. */
const INPUTS: Readonly<Record<string, (id: number | undefined, at: number, padding: number) => number>> = {
  input_ids: (id, _, padding) => id ?? padding,
  attention_mask: (id) => (id === undefined ? 0 : 1),
  token_type_ids: () => 0,
  position_ids: (_, at) => at,
};

function paddingOf(tokenizer: Record<string, unknown>, config: Record<string, unknown>): number {
  const { pad_id: id } = (tokenizer.padding ?? {}) as { pad_id?: unknown };
  return [id, config.pad_token_id].find((value): value is number => Number.isInteger(value)) ?? 0;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 2;
}
