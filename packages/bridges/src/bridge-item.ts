// An item that another labelling program holds, and what people have said of it there.

/** What people have settled on: a class, or that nobody can tell. */
export type SettledAnswer = { readonly label: string } | "skipped" | null;

/** One item. */
export interface BridgeItem {
  /** Its id in the other program. */
  readonly id: string;
  /** What it consists of, by name. */
  readonly cells: Readonly<Record<string, unknown>>;
  readonly answer: SettledAnswer;
  /** When the answer was last given, in milliseconds since 1970; what the model learns may depend on the order. */
  readonly at: number;
}

/** What one person said of an item. */
export interface Opinion {
  /** Null where the person skipped the item. */
  readonly label: string | null;
  readonly at: number;
  /** Whether it overrules all others, as Label Studio's ground truth does. */
  readonly decisive?: boolean;
}

/**
 * What several people have settled on: the class that most of them named, of equally many the one that was named last. An
 * item is skipped where nobody named a class.
 */
export function settledAnswer(opinions: readonly Opinion[]): { readonly answer: SettledAnswer; readonly at: number } {
  const decisive = opinions.filter((one) => one.decisive === true && one.label !== null);
  const counted = decisive.length > 0 ? decisive : opinions;
  const votes = new Map<string, { count: number; at: number }>();
  for (const { label, at } of counted) {
    if (label === null) continue;
    const before = votes.get(label) ?? { count: 0, at: 0 };
    votes.set(label, { count: before.count + 1, at: Math.max(before.at, at) });
  }
  const [best] = [...votes].sort(([, a], [, b]) => b.count - a.count || b.at - a.at);
  if (best !== undefined) return { answer: { label: best[0] }, at: best[1].at };
  return { answer: opinions.length > 0 ? "skipped" : null, at: Math.max(0, ...opinions.map(({ at }) => at)) };
}

/** The milliseconds of a time in ISO 8601; 0 if the value is not a time. */
export function timeOf(text: unknown): number {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? 0 : time;
}
