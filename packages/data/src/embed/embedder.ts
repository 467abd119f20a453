// A loaded model that makes vectors of items.

/** Makes one vector of length 1 for each item of a batch. */
export interface Embedder<T> {
  /** Tells one model from another; vectors are kept under it. */
  readonly hash: string;
  embed(batch: readonly T[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}
