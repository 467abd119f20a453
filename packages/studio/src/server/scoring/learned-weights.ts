// What a kernel has learned, as numbers that the page puts into words.
import type { Kernel, MixtureKernel } from "@xpal/core";
import type { Learned } from "../../protocol/messages.ts";

/** The weight of each scale and locality; null where the kernel is as it was at the start. */
export function learnedWeights(kernel: Kernel, labels: number): Learned | null {
  const mixtures = mixturesOf(kernel);
  if (mixtures.length === 0) return null;
  const sharesOf = (key: "scale" | "locality") => {
    const shares = new Map<number, number>();
    for (const { bank, weights } of mixtures) {
      bank.members.forEach((member, m) => {
        shares.set(member[key], (shares.get(member[key]) ?? 0) + weights[m]);
      });
    }
    return [...shares].sort((a, b) => b[1] - a[1]);
  };
  return {
    labels,
    scales: sharesOf("scale").map(([scale, share]) => ({ scale, share })),
    localities: sharesOf("locality").map(([locality, share]) => ({ locality, share })),
  };
}

/** The mixtures that a learned kernel is a sum of. */
function mixturesOf(kernel: Kernel): readonly MixtureKernel[] {
  if ("weights" in kernel && "bank" in kernel) return [kernel as MixtureKernel];
  const { groups = [] } = kernel as { readonly groups?: readonly { readonly mixture: MixtureKernel }[] };
  return groups.map(({ mixture }) => mixture);
}
