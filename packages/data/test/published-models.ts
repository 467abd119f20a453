// Tiny models with the files, inputs, outputs and settings of the models that people publish: BERT with sentence-transformers'
// settings, ViT, and CLIP with one file of weights for texts and one for images. Only the numbers are small.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Bytes, FLOAT, floats, INT64, integers, model, node, valueInfo } from "./onnx-file.ts";

function write(folder: string, files: Readonly<Record<string, object>>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content instanceof Uint8Array ? content : JSON.stringify(content));
  }
  return folder;
}

const special = (id: number, content: string) => ({
  ...{ id, content, special: true },
  ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
});

/** The vectors of BERT's word pieces, in the order of their numbers, and of the first of two kinds of segments. */
export const PIECES: Readonly<Record<string, readonly [number, number]>> = {
  "[PAD]": [50, -50],
  "[UNK]": [0.1, 0.1],
  "[CLS]": [0.2, 0.1],
  "[SEP]": [0.1, 0.2],
  cat: [1, 0],
  "##s": [0.5, 0.1],
  car: [0, 1],
  truck: [0.3, 0.9],
};
export const FIRST_SEGMENT: readonly [number, number] = [0.05, -0.05];

/** Words and segments looked up and added, then one head of attention under the mask, as in each layer of BERT. */
function bert(): Uint8Array {
  const tokens = ["batch_size", "sequence_length"];
  return model({
    nodes: [
      node("Gather", ["words", "input_ids"], "word"),
      node("Gather", ["segments", "token_type_ids"], "segment"),
      node("Add", ["word", "segment"], "x"),
      node("Transpose", ["x"], "turned", { perm: [0, 2, 1] }),
      node("MatMul", ["x", "turned"], "products"),
      node("Cast", ["attention_mask"], "mask", { to: FLOAT }),
      node("Unsqueeze", ["mask", "axis"], "keys"),
      node("Sub", ["keys", "one"], "hidden"),
      node("Mul", ["hidden", "large"], "penalty"),
      node("Add", ["products", "penalty"], "masked"),
      node("Softmax", ["masked"], "shares", { axis: 2 }),
      node("MatMul", ["shares", "x"], "last_hidden_state"),
    ],
    weights: [
      floats("words", [Object.keys(PIECES).length, 2], Object.values(PIECES).flat()),
      floats("segments", [2, 2], [...FIRST_SEGMENT, 7, 7]),
      floats("one", [1], [1]),
      floats("large", [1], [1e4]),
      integers("axis", [1], [1]),
    ],
    inputs: ["input_ids", "attention_mask", "token_type_ids"].map((name) => valueInfo(name, INT64, tokens)),
    outputs: [valueInfo("last_hidden_state", FLOAT, [...tokens, 2])],
  });
}

/** A model as sentence-transformers publishes it, whose tokeniser also says to pad and to cut. */
export function writeBert(folder: string): string {
  const id = (token: string) => Object.keys(PIECES).indexOf(token);
  return write(folder, {
    "onnx/model.onnx": bert(),
    "config.json": {
      ...{ architectures: ["BertModel"], model_type: "bert", hidden_size: 2, max_position_embeddings: 512 },
      ...{ pad_token_id: 0, type_vocab_size: 2, vocab_size: Object.keys(PIECES).length },
    },
    "tokenizer.json": {
      version: "1.0",
      truncation: { direction: "Right", max_length: 128, strategy: "LongestFirst", stride: 0 },
      padding: {
        ...{ strategy: { Fixed: 128 }, direction: "Right", pad_to_multiple_of: null },
        ...{ pad_id: 0, pad_type_id: 0, pad_token: "[PAD]" },
      },
      added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map((token) => special(id(token), token)),
      normalizer: {
        ...{ type: "BertNormalizer", clean_text: true, handle_chinese_chars: true },
        ...{ strip_accents: null, lowercase: true },
      },
      pre_tokenizer: { type: "BertPreTokenizer" },
      post_processor: {
        type: "TemplateProcessing",
        single: [
          { SpecialToken: { id: "[CLS]", type_id: 0 } },
          { Sequence: { id: "A", type_id: 0 } },
          { SpecialToken: { id: "[SEP]", type_id: 0 } },
        ],
        pair: [],
        special_tokens: Object.fromEntries(
          ["[CLS]", "[SEP]"].map((token) => [token, { id: token, ids: [id(token)], tokens: [token] }]),
        ),
      },
      decoder: { type: "WordPiece", prefix: "##", cleanup: true },
      model: {
        ...{ type: "WordPiece", unk_token: "[UNK]", continuing_subword_prefix: "##", max_input_chars_per_word: 100 },
        vocab: Object.fromEntries(Object.keys(PIECES).map((token, i) => [token, i])),
      },
    },
    "tokenizer_config.json": {
      ...{ tokenizer_class: "BertTokenizer", do_lower_case: true, model_max_length: 512 },
      ...{ unk_token: "[UNK]", sep_token: "[SEP]", pad_token: "[PAD]", cls_token: "[CLS]", mask_token: "[MASK]" },
    },
    "special_tokens_map.json": { unk_token: "[UNK]", sep_token: "[SEP]", pad_token: "[PAD]", cls_token: "[CLS]" },
    "sentence_bert_config.json": { max_seq_length: 6, do_lower_case: false },
    "1_Pooling/config.json": {
      ...{ word_embedding_dimension: 2, pooling_mode_cls_token: false, pooling_mode_mean_tokens: true },
      ...{ pooling_mode_max_tokens: false, pooling_mode_mean_sqrt_len_tokens: false },
    },
  });
}

const PIXELS = valueInfo("pixel_values", FLOAT, ["batch_size", "num_channels", "height", "width"]);

/** Patches of 2 x 2 pixels to the mean of each colour, and before them one vector for the whole. */
function vit(): Uint8Array {
  const mean: number[] = [];
  for (let to = 0; to < 3; to++)
    for (let from = 0; from < 3; from++) mean.push(...Array(4).fill(to === from ? 0.25 : 0));
  const nodes: Bytes[] = [
    node("Conv", ["pixel_values", "patch"], "grid", { kernel_shape: [2, 2], strides: [2, 2] }),
    node("Reshape", ["grid", "flat"], "channels"),
    node("Transpose", ["channels"], "patches", { perm: [0, 2, 1] }),
    node("ReduceMean", ["patches"], "whole", { axes: [1], keepdims: 1 }),
    node("Concat", ["whole", "patches"], "last_hidden_state", { axis: 1 }),
  ];
  return model({
    nodes,
    weights: [floats("patch", [3, 3, 2, 2], mean), integers("flat", [3], [0, 3, -1])],
    inputs: [PIXELS],
    outputs: [valueInfo("last_hidden_state", FLOAT, ["batch_size", "tokens", 3])],
  });
}

/** A model of images as ViT's are published; both sides are scaled, whatever the proportions. */
export function writeVit(folder: string): string {
  return write(folder, {
    "onnx/model.onnx": vit(),
    "config.json": { architectures: ["ViTModel"], model_type: "vit", image_size: 4, patch_size: 2, hidden_size: 3 },
    "preprocessor_config.json": {
      ...{ image_processor_type: "ViTImageProcessor", do_resize: true, size: { height: 4, width: 4 }, resample: 2 },
      ...{ do_rescale: true, rescale_factor: 1 / 255, do_normalize: true },
      ...{ image_mean: [0.5, 0.5, 0.5], image_std: [0.5, 0.5, 0.5] },
    },
  });
}

/** The vectors of CLIP's words, whose last number ends a text and also fills up shorter ones. */
export const CLIP_WORDS: Readonly<Record<string, readonly [number, number, number]>> = {
  "red</w>": [1, 0, 0],
  "blue</w>": [0, 0, 1],
  "<|startoftext|>": [0, 0, 0],
  "<|endoftext|>": [0, 0.5, 0],
};

/** What a text sums up to at the first token that ends it, where the number of the token is largest. */
function clipTexts(): Uint8Array {
  return model({
    nodes: [
      node("Gather", ["words", "input_ids"], "x"),
      node("CumSum", ["x", "tokens"], "last_hidden_state"),
      node("ArgMax", ["input_ids"], "end", { axis: 1, keepdims: 0 }),
      node("Unsqueeze", ["end", "second"], "ends"),
      node("GatherND", ["last_hidden_state", "ends"], "text_embeds", { batch_dims: 1 }),
    ],
    weights: [
      floats("words", [4, 3], Object.values(CLIP_WORDS).flat()),
      integers("tokens", [], [1]),
      integers("second", [1], [1]),
    ],
    inputs: [valueInfo("input_ids", INT64, ["text_batch_size", "sequence_length"])],
    outputs: [
      valueInfo("text_embeds", FLOAT, ["text_batch_size", 3]),
      valueInfo("last_hidden_state", FLOAT, ["text_batch_size", "sequence_length", 3]),
    ],
  });
}

/** The mean of each colour. */
function clipImages(): Uint8Array {
  return model({
    nodes: [
      node("GlobalAveragePool", ["pixel_values"], "pooled"),
      node("Flatten", ["pooled"], "image_embeds", { axis: 1 }),
    ],
    weights: [],
    inputs: [PIXELS],
    outputs: [valueInfo("image_embeds", FLOAT, ["image_batch_size", 3])],
  });
}

/** A model of texts and images as CLIP's are published, with sizes as plain numbers, as the first ones have them. */
export function writeClip(folder: string): string {
  const words = Object.keys(CLIP_WORDS);
  const id = (token: string) => words.indexOf(token);
  const [start, end] = ["<|startoftext|>", "<|endoftext|>"];
  const letters = [..."redblu", ..."redblu"].map((letter, i) => (i < 6 ? letter : `${letter}</w>`));
  const inner = ["re", "bl", "ue</w>"];
  return write(folder, {
    "onnx/text_model.onnx": clipTexts(),
    "onnx/vision_model.onnx": clipImages(),
    "config.json": { architectures: ["CLIPModel"], model_type: "clip", projection_dim: 3 },
    "tokenizer.json": {
      version: "1.0",
      truncation: null,
      padding: null,
      added_tokens: [start, end].map((token) => special(id(token), token)),
      normalizer: {
        type: "Sequence",
        normalizers: [
          { type: "NFC" },
          { type: "Replace", pattern: { Regex: "\\s+" }, content: " " },
          { type: "Lowercase" },
        ],
      },
      pre_tokenizer: {
        type: "Sequence",
        pretokenizers: [
          {
            type: "Split",
            pattern: { Regex: "[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+" },
            behavior: "Removed",
            invert: true,
          },
          { type: "ByteLevel", add_prefix_space: false, trim_offsets: true },
        ],
      },
      post_processor: {
        ...{ type: "RobertaProcessing", trim_offsets: false, add_prefix_space: false },
        ...{ sep: [end, id(end)], cls: [start, id(start)] },
      },
      decoder: { type: "ByteLevel", add_prefix_space: true, trim_offsets: true },
      model: {
        ...{ type: "BPE", dropout: null, unk_token: end, continuing_subword_prefix: "", end_of_word_suffix: "</w>" },
        // Letters and their joins have the numbers behind the special ones' only here, where no text leaves one over.
        vocab: Object.fromEntries([...words, ...new Set([...letters, ...inner])].map((token, i) => [token, i])),
        merges: ["r e", "re d</w>", "b l", "u e</w>", "bl ue</w>"],
      },
    },
    "tokenizer_config.json": {
      ...{ tokenizer_class: "CLIPTokenizer", model_max_length: 77, do_lower_case: true },
      ...{ unk_token: end, bos_token: start, eos_token: end, pad_token: end },
    },
    "preprocessor_config.json": {
      ...{ feature_extractor_type: "CLIPFeatureExtractor", do_resize: true, size: 4, resample: 3 },
      ...{ do_center_crop: true, crop_size: 4, do_normalize: true },
      ...{ image_mean: [0.48145466, 0.4578275, 0.40821073], image_std: [0.26862954, 0.26130258, 0.27577711] },
    },
  });
}
