// A structured log: one JSON object per line.

/** Writes one line: what happened, and its particulars. */
export type Log = (what: string, particulars?: Readonly<Record<string, unknown>>) => void;

/** A log to a stream. */
export function lineLog(write: (line: string) => void, clock: () => Date): Log {
  return (what, particulars = {}) => write(`${JSON.stringify({ at: clock().toISOString(), what, ...particulars })}\n`);
}
