const TITLES: ReadonlyMap<string, string> = new Map([
  ["rbf", "RBF kernel"],
  ["hamming", "Hamming kernel"],
  ["cosine", "Cosine kernel"],
  ["all", "all kernels"],
  ["priors", "priors of xPAL"],
]);

/** What a kernel is called in headings. */
export function kernelTitle(kernel: string): string {
  return TITLES.get(kernel) ?? (kernel.includes(" x ") ? `Kernels ${kernel}` : `Kernel ${kernel}`);
}
