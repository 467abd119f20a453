// The Universal Sentence Encoder, the small one for English (Cer et al., EMNLP 2018): embeddings of a text's pieces with
// their positions, two layers of a transformer (Vaswani et al., NIPS 2017), the mean over the pieces, a layer with tanh,
// length 1. Whatever machine runs it, the same bits come out: no function of the runtime's own mathematics takes part.
import { exp } from "@xpal/core";
import { type Layer, ProductMemory, ROWS } from "./product.ts";

/** A tensor of the model by its name. */
export type Tensor = (name: string) => Float32Array;

/** A layer of the transformer. */
interface Block {
  /** What a layer that changes the width does to its input before adding to it; the input itself elsewhere. */
  readonly residual?: Layer;
  readonly attentionNorm: Norm;
  /** Queries, keys and values in one. */
  readonly attention: Layer;
  readonly combined: Layer;
  readonly hiddenNorm: Norm;
  readonly hidden: Layer;
  readonly output: Layer;
}

interface Norm {
  readonly scale: Float32Array;
  readonly bias: Float32Array;
}

/** Longer texts are cut: the model was trained on no more. */
const MAX_PIECES = 128;
const EMBEDDED = 256;
const WIDTH = 512;
const HIDDEN = 1536;
const HEADS = 4;
/** Added to variances, as the model was trained. */
const TINY = 1e-6;

/** So many rows are computed together: their numbers fit into a processor's cache beside a panel of weights. */
const BATCH_ROWS = 256;

/** A loaded encoder. */
export class SentenceEncoder {
  readonly #memory: ProductMemory;
  readonly #embeddings: Float32Array;
  readonly #positions: Float32Array;
  readonly #blocks: readonly Block[];
  readonly #last: Layer;
  /** Addresses of the numbers of a batch. */
  readonly #rows: {
    input: number;
    normal: number;
    attention: number;
    combined: number;
    hidden: number;
    output: number;
  };

  private constructor(memory: ProductMemory, tensor: Tensor) {
    this.#memory = memory;
    this.#embeddings = tensor("module/Embeddings_en");
    this.#positions = positionsOf(tensor(`${STACK}Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`));
    this.#blocks = [0, 1].map((index) => blockOf(memory, tensor, index));
    const last = "module/Encoder_en/hidden_layers/tanh_layer_0/";
    this.#last = memory.layer(tensor(`${last}weights`), tensor(`${last}bias`));
    const most = BATCH_ROWS + MAX_PIECES;
    this.#rows = {
      input: memory.take(most * WIDTH),
      normal: memory.take(most * WIDTH),
      attention: memory.take(most * 3 * WIDTH),
      combined: memory.take(most * WIDTH),
      hidden: memory.take(most * HIDDEN),
      output: memory.take(most * WIDTH),
    };
  }

  /** Takes in the tensors of the model. */
  static async create(tensor: Tensor): Promise<SentenceEncoder> {
    return new SentenceEncoder(await ProductMemory.create(), tensor);
  }

  /** A vector of length 1 for each text, given as the numbers of its pieces. */
  encode(texts: readonly (readonly number[])[]): Float32Array[] {
    const vectors: Float32Array[] = [];
    let batch: (readonly number[])[] = [];
    let rows = 0;
    for (const text of texts) {
      const cut = text.slice(0, MAX_PIECES);
      batch.push(cut);
      rows += cut.length;
      if (rows < BATCH_ROWS) continue;
      vectors.push(...this.#batch(batch, rows));
      batch = [];
      rows = 0;
    }
    return batch.length === 0 ? vectors : [...vectors, ...this.#batch(batch, rows)];
  }

  #batch(texts: readonly (readonly number[])[], rows: number): Float32Array[] {
    this.#embed(texts);
    const padded = Math.ceil(rows / ROWS) * ROWS;
    let width = EMBEDDED;
    for (const block of this.#blocks) {
      this.#block(block, texts, padded, width);
      width = WIDTH;
    }
    return this.#vectors(texts);
  }

  /** Twice the embedding of each piece, and its position: the model adds the embedding before and after the position. */
  #embed(texts: readonly (readonly number[])[]): void {
    const { buffer } = this.#memory.at(this.#rows.input, 1);
    const into = new Float32Array(buffer, this.#rows.input);
    let at = 0;
    for (const pieces of texts) {
      pieces.forEach((piece, position) => {
        for (let d = 0; d < EMBEDDED; d++, at++) {
          const value = this.#embeddings[piece * EMBEDDED + d];
          into[at] = value + Math.fround(value + this.#positions[position * EMBEDDED + d]);
        }
      });
    }
  }

  #block(block: Block, texts: readonly (readonly number[])[], rows: number, width: number): void {
    const memory = this.#memory;
    const at = this.#rows;
    normalise(memory.at(at.input, rows * width), block.attentionNorm, memory.at(at.normal, rows * width));
    memory.apply(block.attention, at.normal, at.attention, rows);
    attend(texts, memory.at(at.attention, rows * 3 * width), memory.at(at.combined, rows * width), width);
    memory.apply(block.combined, at.combined, at.output, rows);
    if (block.residual === undefined) add(memory.at(at.input, rows * WIDTH), memory.at(at.output, rows * WIDTH));
    else {
      memory.apply(block.residual, at.input, at.normal, rows);
      add(memory.at(at.normal, rows * WIDTH), memory.at(at.output, rows * WIDTH));
    }
    const between = memory.at(at.output, rows * WIDTH);
    normalise(between, block.hiddenNorm, memory.at(at.normal, rows * WIDTH));
    memory.apply(block.hidden, at.normal, at.hidden, rows, true);
    memory.apply(block.output, at.hidden, at.input, rows);
    add(between, memory.at(at.input, rows * WIDTH));
  }

  /** The mean over each text's pieces, through the last layer, to length 1. */
  #vectors(texts: readonly (readonly number[])[]): Float32Array[] {
    const memory = this.#memory;
    const padded = Math.ceil(texts.length / ROWS) * ROWS;
    const pieces = memory.at(this.#rows.input, texts.reduce((sum, { length }) => sum + length, 0) * WIDTH);
    // A text has a piece at least, but an empty one: the batch may hold more texts than it has rows.
    const means = texts.map(() => new Float32Array(WIDTH));
    let from = 0;
    texts.forEach(({ length }, t) => {
      for (let i = 0; i < length; i++) for (let d = 0; d < WIDTH; d++) means[t][d] += pieces[from++];
      for (let d = 0; d < WIDTH; d++) means[t][d] /= Math.max(1, length);
    });
    const vectors: Float32Array[] = [];
    for (let start = 0; start < padded; start += BATCH_ROWS) {
      const some = means.slice(start, start + BATCH_ROWS);
      const count = Math.ceil(some.length / ROWS) * ROWS;
      some.forEach((mean, t) => {
        memory.at(this.#rows.normal + 4 * t * WIDTH, WIDTH).set(mean);
      });
      memory.apply(this.#last, this.#rows.normal, this.#rows.output, count);
      some.forEach((_, t) => {
        vectors.push(toLengthOne(memory.at(this.#rows.output + 4 * t * WIDTH, WIDTH).map(tanh)));
      });
    }
    return vectors;
  }
}

const STACK = "module_apply_default/Encoder_en/KonaTransformer/Encode/TransformerStack/";
const FOLDED = "module_apply_default/Encoder_en/KonaTransformer/Encode/";
const PLAIN = "module/Encoder_en/KonaTransformer/Encode/";
const WHOLE = "/ConcatPartitions/concat";

function blockOf(memory: ProductMemory, tensor: Tensor, index: number): Block {
  const layer = `Layer_${index}/TransformerLayer/`;
  const bias = (path: string) => tensor(`${FOLDED}${layer}${path}bias${WHOLE}`);
  const norm = (path: string): Norm => ({
    scale: tensor(`${FOLDED}${layer}${path}layer_prepostprocess/layer_norm/layer_norm_scale${WHOLE}`),
    bias: tensor(`${FOLDED}${layer}${path}layer_prepostprocess/layer_norm/layer_norm_bias${WHOLE}`),
  });
  const transform = (name: string) =>
    memory.layer(
      tensor(`${PLAIN}${layer}MultiheadAttention/${name}/kernel/part_0`),
      bias(`MultiheadAttention/${name}/`),
    );
  const dense = (name: string) =>
    memory.layer(tensor(`${STACK}${layer}FFN/${name}/Tensordot/Reshape_1`), bias(`FFN/${name}/`));
  return {
    ...(index === 0 ? { residual: memory.layer(tensor(`${FOLDED}${layer}dense/kernel${WHOLE}`), bias("dense/")) } : {}),
    attentionNorm: norm(""),
    attention: transform("qkv_transform_single"),
    combined: transform("output_transform_single"),
    hiddenNorm: norm("FFN/"),
    hidden: dense("conv1"),
    output: dense("conv2"),
  };
}

/** Sine and cosine of each position times each frequency, by adding angles, which needs no function of the runtime. */
function positionsOf(frequencies: Float32Array): Float32Array {
  const half = frequencies.length;
  const into = new Float32Array(MAX_PIECES * 2 * half);
  for (let d = 0; d < half; d++) {
    const [sine, cosine] = sineAndCosine(frequencies[d]);
    let [s, c] = [0, 1];
    for (let position = 0; position < MAX_PIECES; position++) {
      into[position * 2 * half + d] = s;
      into[position * 2 * half + half + d] = c;
      [s, c] = [s * cosine + c * sine, c * cosine - s * sine];
    }
  }
  return into;
}

/** Of an angle from 0 to 1, by Taylor's series. */
function sineAndCosine(angle: number): [number, number] {
  let term = 1;
  let [sine, cosine] = [0, 0];
  for (let n = 0; n < 24; n += 4) {
    cosine += term;
    term *= angle / (n + 1);
    sine += term;
    term *= angle / (n + 2);
    cosine -= term;
    term *= angle / (n + 3);
    sine -= term;
    term *= angle / (n + 4);
  }
  return [sine, cosine];
}

/** Each row to mean 0 and variance 1, then scaled and moved. */
function normalise(rows: Float32Array, { scale, bias }: Norm, into: Float32Array): void {
  const { length: width } = scale;
  for (let from = 0; from < rows.length; from += width) {
    let sum = 0;
    for (let d = 0; d < width; d++) sum += rows[from + d];
    const mean = sum / width;
    let squares = 0;
    for (let d = 0; d < width; d++) squares += (rows[from + d] - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / width + TINY);
    for (let d = 0; d < width; d++) into[from + d] = (rows[from + d] - mean) * factor * scale[d] + bias[d];
  }
}

/** For each piece the mean of its text's values, weighted by how its query agrees with their keys, in each head. */
function attend(texts: readonly (readonly number[])[], from: Float32Array, into: Float32Array, width: number): void {
  const size = width / HEADS;
  const factor = 1 / Math.sqrt(size);
  const weights = new Float64Array(MAX_PIECES);
  let first = 0;
  into.fill(0);
  for (const { length } of texts) {
    for (let head = 0; head < HEADS; head++) {
      for (let i = 0; i < length; i++) {
        const query = (first + i) * 3 * width + head * size;
        let most = Number.NEGATIVE_INFINITY;
        for (let j = 0; j < length; j++) {
          const key = (first + j) * 3 * width + width + head * size;
          let dot = 0;
          for (let d = 0; d < size; d++) dot += from[query + d] * from[key + d];
          weights[j] = factor * dot;
          if (weights[j] > most) most = weights[j];
        }
        let sum = 0;
        for (let j = 0; j < length; j++) {
          weights[j] = exp(weights[j] - most);
          sum += weights[j];
        }
        const to = (first + i) * width + head * size;
        for (let j = 0; j < length; j++) {
          const value = (first + j) * 3 * width + 2 * width + head * size;
          const share = weights[j] / sum;
          for (let d = 0; d < size; d++) into[to + d] += share * from[value + d];
        }
      }
    }
    first += length;
  }
}

function add(other: Float32Array, into: Float32Array): void {
  for (let i = 0; i < into.length; i++) into[i] += other[i];
}

function tanh(value: number): number {
  const e = exp(-2 * Math.abs(value));
  return Math.sign(value) * ((1 - e) / (1 + e));
}

function toLengthOne(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const factor = 1 / Math.sqrt(Math.max(square, 1e-12));
  return vector.map((value) => value * factor);
}
