// What a round of a bridge came to, as one line.
import type { BridgeReport } from "@xpal/bridges";
import { amount } from "../terminal/amount.ts";

/** The line; `noun` is what the other program calls an item. */
export function reportLine(report: BridgeReport, noun: string): string {
  const { version, items, labelled, skipped, open, pushed, leftOut, next, worth } = report;
  const aside = skipped === 0 ? "" : `, ${skipped} skipped`;
  const out = leftOut === 0 ? "" : `, ${leftOut} without a vector`;
  const counts = `${version}: ${labelled} of ${amount(items, noun)} labelled${aside}${out}, ${open} open`;
  if (next === null) return `${counts}. Nothing is left to label.`;
  const gain = worth === null || worth <= 0 ? "" : `, worth about ${worth.toPrecision(2)} ${noun}s`;
  return `${counts}; ${pushed} pushed. Next: ${noun} ${next}${gain}.`;
}
