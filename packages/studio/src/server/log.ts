// A structured log: one JSON object per line, written some times a second, since many requests a second must not each cost a
// write. A log that cannot be written stops nothing else: its lines are counted, and noted when writing succeeds again.

/** Writes one line: what happened, and its particulars. */
export type Log = (what: string, particulars?: Readonly<Record<string, unknown>>) => void;

/** A log, and how to write the rest of it. */
export interface LineLog {
  readonly log: Log;
  /** Writes what is left; what comes later is dropped. */
  close(): Promise<void>;
}

const EVERY_MS = 200;
/** What may wait for a disk that is slow. */
const MAX_WAITING_LENGTH = 2 ** 20;

/** @param append Writes some lines, all or none of them. */
export function lineLog(append: (lines: string) => Promise<void>, clock: () => Date): LineLog {
  let waiting: string[] = [];
  let waitingLength = 0;
  const lost = { lines: 0, why: "" };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> | undefined;
  let isClosed = false;
  const lineOf = (what: string, particulars: object) =>
    `${JSON.stringify({ at: clock().toISOString(), what, ...particulars })}\n`;

  async function write(): Promise<void> {
    const [lines, missed] = [waiting, lost.lines];
    waiting = [];
    waitingLength = 0;
    if (lines.length === 0 && missed === 0) return;
    const note = missed === 0 ? "" : lineOf("log", { lost: missed, message: lost.why });
    try {
      await append(note + lines.join(""));
      lost.lines -= missed;
    } catch (error) {
      lost.lines += lines.length;
      lost.why = (error as Error).message;
    }
  }

  function begin(): void {
    timer = undefined;
    writing = write().finally(() => {
      writing = undefined;
      if (waiting.length > 0) later();
    });
  }

  function later(): void {
    if (writing === undefined && !isClosed) timer ??= setTimeout(begin, EVERY_MS);
  }

  return {
    log: (what, particulars = {}) => {
      if (isClosed) return;
      const line = lineOf(what, particulars);
      if (waitingLength + line.length > MAX_WAITING_LENGTH) {
        lost.lines++;
        lost.why = "the disk is too slow";
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      later();
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
