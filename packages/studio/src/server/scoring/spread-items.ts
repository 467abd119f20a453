// Good items that differ from each other.
import type { Features, Kernel } from "@xpal/core";

/** `begun`, then of `top` those that are worth the most beside all that were chosen before them. */
export function spreadItems(
  features: Features,
  kernel: Kernel,
  begun: readonly number[],
  top: readonly { readonly index: number; readonly score: number }[],
  count: number,
): number[] {
  const chosen = [...begun];
  const left = top.filter(({ index }) => !chosen.includes(index)).map(({ index, score }) => ({ index, worth: score }));
  const spoil = (item: number) => {
    for (const one of left) one.worth *= 1 - Math.min(1, kernel.similarity(features, one.index, features, item));
  };
  for (const item of chosen) spoil(item);
  while (chosen.length < count && left.length > 0) {
    const best = left.reduce((most, one, at) => (one.worth > left[most].worth ? at : most), 0);
    const [{ index }] = left.splice(best, 1);
    chosen.push(index);
    spoil(index);
  }
  return chosen;
}
