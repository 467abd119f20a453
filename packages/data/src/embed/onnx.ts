// What is used of ONNX Runtime and of a tokeniser library, whichever package they come from. Both are passed in, so that
// the same code runs in Node and in a browser, and nobody who has no use for them must install them.

/** Numbers with a shape. */
export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
}

/** A model that is loaded. */
export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
  release?(): Promise<void>;
}

/** The packages onnxruntime-node and onnxruntime-web. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: Uint8Array): Promise<OnnxSession> };
  readonly Tensor: new (
    type: "int64" | "float32",
    data: BigInt64Array | Float32Array,
    dims: readonly number[],
  ) => OnnxTensor;
}

/** The package @huggingface/tokenizers. */
export interface TokenizerLibrary {
  readonly Tokenizer: new (
    tokenizer: object,
    config: object,
  ) => { encode(text: string, options?: { add_special_tokens: boolean }): { readonly ids: readonly number[] } };
}
