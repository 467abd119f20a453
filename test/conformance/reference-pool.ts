// The dataset at the head of a reference file, as a pool of ours.
import { cosine, createPool, type Features, hamming, matrixFrom, oneHot, type Pool, rbf } from "@xpal/core";
import { given } from "./checker.ts";
import { className } from "./reference-strategy.ts";

/** What a file of scores or trajectories says about its data. */
export interface DatasetInputs {
  readonly metric: string;
  readonly n_classes: number;
  readonly bandwidth?: number | null;
  readonly gamma?: number | null;
  readonly X_train?: number[][] | null;
  readonly X_test?: number[][] | null;
  readonly X_train_codes?: number[][] | null;
  readonly X_test_codes?: number[][] | null;
  readonly n_categories?: number[] | null;
}

/** The training part as a pool. */
export function referencePool(inputs: DatasetInputs): Pool {
  const bandwidth = bandwidthOf(inputs);
  const kernels = {
    rbf: () => rbf({ bandwidth: bandwidth ?? Number.NaN }),
    categorical: () => hamming({ bandwidth: bandwidth ?? Number.NaN }),
    cosine: () => cosine(),
  };
  if (!Object.hasOwn(kernels, inputs.metric))
    throw new Error(`the metric ${JSON.stringify(inputs.metric)} is not known`);
  return createPool({
    features: featuresOf(inputs, "train"),
    kernel: kernels[inputs.metric as keyof typeof kernels](),
    classes: Array.from({ length: inputs.n_classes }, (_, y) => className(y)),
  });
}

/** One of the two parts as the kernel reads it. */
export function featuresOf(inputs: DatasetInputs, part: "train" | "test"): Features {
  const codes = inputs[`X_${part}_codes`];
  if (given(codes)) return oneHot(matrixFrom(codes), inputs.n_categories ?? undefined);
  const rows = inputs[`X_${part}`];
  if (!given(rows)) throw new Error(`X_${part} is missing`);
  return matrixFrom(rows);
}

/** The bandwidth, from itself or from gamma = 1 / (2 bandwidth^2). */
export function bandwidthOf({ bandwidth, gamma }: DatasetInputs): number | undefined {
  if (given(bandwidth)) return bandwidth;
  return given(gamma) ? Math.sqrt(1 / (2 * gamma)) : undefined;
}
