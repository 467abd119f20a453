// Going back and forth through what was answered.
import type { Fact } from "../../protocol/fold.ts";

/** The item answered before (-1) or after (1) another one, in the order of answers; an open item stands at the end. */
export function answeredBeside(
  facts: ReadonlyMap<number, Fact>,
  item: number | null,
  step: -1 | 1,
): number | undefined {
  const answered = [...facts].sort((a, b) => a[1].order - b[1].order).map(([one]) => one);
  const at = answered.indexOf(item ?? -1);
  return answered[(at < 0 ? answered.length : at) + step];
}
