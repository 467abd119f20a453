// Texts of what counts: columns and words.
import type { ColumnUse } from "../../../protocol/columns.ts";
import type { Counts } from "../../../protocol/messages.ts";
import { counted } from "../format.ts";

type Column = Counts["columns"][number];

const KINDS: Readonly<Record<string, (names: string) => string>> = {
  lsa: (names) => `words of ${names}`,
  "tf-idf": (names) => `words of ${names}`,
};

export const counts = {
  title: "What counts",
  loading: "The columns are being weighed.",
  about: ({ state, fittedOn, needed, reason, labels }: Counts): string => {
    if (state === "fixed")
      return "The paper's model compares items by all columns alike. Under Settings you can choose one that learns which of them matter.";
    if (state === "unweighed") return `The columns are not weighed: ${reason}.`;
    if (state === "alike") return "So far your answers do not support weights: all columns count alike here.";
    if (state === "learned")
      return `Learned from your first ${counted(fittedOn ?? 0, "label")}. It changes as more come in.`;
    const each = needed === null || needed.perClass === 0 ? "" : `, ${needed.perClass} of each class`;
    return `All columns count alike until there are ${needed?.labels ?? 0} labels${each}; there are ${labels}.`;
  },
  name: (names: readonly string[], kind: string): string => (KINDS[kind] ?? String)(names.join(", ")),
  verdict: ({ verdict, ignored }: Column): string => {
    if (verdict === "counts") return "counts";
    if (verdict === "covered") return "counts, like other columns";
    if (ignored) return "hardly counts";
    return verdict === "against" ? "does not help" : "not yet known";
  },
  weight: (weight: number, low: number, high: number): string =>
    `weight ${weight.toFixed(2)}, from ${low.toFixed(2)} to ${high.toFixed(2)}`,
  bars: "Bars: how much a difference in the column counts; the dashed line is the mean of all columns. The line across a bar: the range if a fifth of your answers were missing. Grey bars: your answers cannot tell yet, or speak against the column.",
  uses: { learned: "learned", pinned: "always counts", ignored: "switched off" } satisfies Record<ColumnUse, string>,
  useOf: (name: string): string => `How ${name} is used`,
  off: "not compared",
  only: "the only column",
  all: (count: number): string => `Show all ${count} columns`,
  fewer: "Show fewer",
  unused: (columns: Counts["unused"]): string => {
    const named = (why: string) => columns.filter((column) => column.why === why).map(({ name }) => name);
    const list = (names: readonly string[]) =>
      names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
    const parts = [
      [named("constant"), "the same in every item: "] as const,
      [named("image"), "images, whose embeddings are compared: "] as const,
      [named("id"), "names of items: "] as const,
      [named("ignored"), "left out at import: "] as const,
    ].filter(([names]) => names.length > 0);
    return `Not compared: ${parts.map(([names, what]) => what + list(names)).join("; ")}.`;
  },
  words: "Words that speak for each class",
  speak: (words: readonly string[], name: string): string =>
    `${words.map((word) => `“${word}”`).join(", ")} ${words.length === 1 ? "speaks" : "speak"} for ${name}.`,
};
