// Kernel values within 1e-12, bandwidths to twelve digits.
import {
  cosine,
  hamming,
  type Kernel,
  type Matrix,
  matrixFrom,
  meanBandwidth,
  meanHammingBandwidth,
  oneHot,
  rbf,
  similarities,
} from "@xpal/core";
import { type Content, given } from "./checker.ts";
import type { Tally, Tolerance } from "./tally.ts";

const ON_VALUES: Tolerance = { within: 1e-12 };
const CAP = 200;

interface KernelCase {
  readonly metric: string;
  readonly gamma: number;
  readonly X: number[][];
  readonly Y: number[][];
  readonly X_codes: number[][];
  readonly Y_codes: number[][];
  readonly n_categories: number[];
  readonly n_onehot_columns?: number | null;
  readonly mean_hamming_XX?: number | null;
  readonly bandwidth?: number | null;
  readonly hamming_XY?: number[][] | null;
  readonly K_XY?: number[][] | null;
  readonly K_XX?: number[][] | null;
}

interface CriterionCase {
  readonly n: number;
  readonly d: number;
  readonly bandwidth?: number | null;
  readonly gamma?: number | null;
  readonly bandwidth_n_capped_at_200?: number | null;
  readonly gamma_n_capped_at_200?: number | null;
}

/** Checks a file of kernels and bandwidths. */
export async function checkKernels(content: Content, tally: Tally): Promise<void> {
  await tally.each<KernelCase>("kernels", content.kernels, (want, where) => {
    if (want.metric === "categorical") checkCategorical(`${where}, categorical`, want, tally);
    else checkValues(`${where}, ${want.metric}`, want, kernelOf(want), matrixFrom(want.X), matrixFrom(want.Y), tally);
  });
  await tally.each<CriterionCase>("rbf_mean_criterion", content.rbf_mean_criterion, (want, where) => {
    const plain = meanBandwidth(want.n, want.d);
    const capped = meanBandwidth(want.n, want.d, { cap: CAP });
    digits(`${where}, bandwidth`, plain, want.bandwidth, tally);
    digits(`${where}, gamma`, gammaOf(plain), want.gamma, tally);
    digits(`${where}, capped bandwidth`, capped, want.bandwidth_n_capped_at_200, tally);
    digits(`${where}, capped gamma`, gammaOf(capped), want.gamma_n_capped_at_200, tally);
  });
}

function kernelOf({ metric, gamma }: KernelCase): Kernel {
  if (metric === "rbf") return rbf({ bandwidth: Math.sqrt(1 / (2 * gamma)) });
  if (metric === "cosine") return cosine();
  throw new Error(`the metric ${JSON.stringify(metric)} is not known`);
}

function checkValues(where: string, want: KernelCase, kernel: Kernel, x: Matrix, y: Matrix, tally: Tally): void {
  if (given(want.K_XY)) tally.vector(`${where}, K_XY`, similarities(kernel, x, y).data, want.K_XY.flat(), ON_VALUES);
  if (given(want.K_XX)) tally.vector(`${where}, K_XX`, similarities(kernel, x, x).data, want.K_XX.flat(), ON_VALUES);
}

function checkCategorical(where: string, want: KernelCase, tally: Tally): void {
  const x = oneHot(matrixFrom(want.X_codes), want.n_categories);
  const y = oneHot(matrixFrom(want.Y_codes), want.n_categories);
  if (given(want.n_onehot_columns)) tally.same(`${where}, columns`, x.cols, want.n_onehot_columns);
  const bandwidth = meanHammingBandwidth(x);
  digits(`${where}, bandwidth`, bandwidth, want.bandwidth, tally);
  digits(`${where}, gamma`, gammaOf(bandwidth), want.gamma, tally);
  const meanShare = bandwidth ** 2 * Math.log((x.rows - 1) / 2e-12); // the criterion, solved for the mean
  digits(`${where}, mean_hamming_XX`, meanShare, want.mean_hamming_XX, tally);
  if (given(want.hamming_XY)) {
    const unit = similarities(hamming({ bandwidth: Math.SQRT1_2 }), x, y).data; // gamma 1: exp(-share)
    tally.vector(`${where}, hamming_XY`, unit.map(minusLog), want.hamming_XY.flat(), ON_VALUES);
  }
  checkValues(where, want, hamming({ bandwidth }), x, y, tally);
}

function digits(where: string, got: number, want: number | null | undefined, tally: Tally): void {
  if (given(want)) tally.number(where, got, want, { within: 1e-12, scale: Math.abs(want) });
}

function gammaOf(bandwidth: number): number {
  return 1 / (2 * bandwidth * bandwidth);
}

function minusLog(value: number): number {
  return -Math.log(value);
}
