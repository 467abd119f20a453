// A bar on stderr for whatever takes more than a moment; silent when stderr is not a terminal.
import { confirm } from "./confirm.ts";
import { INK, painter } from "./paint.ts";
import type { Terminal } from "./terminal.ts";

/** Says how far a long computation has come. */
export interface Progress {
  /** `done` steps of the total are done; `what` names the part being worked on. */
  step(done: number, what?: string): void;
  /** Wipes the bar away. */
  end(): void;
}

const SHOWN_AFTER_MS = 400;
const REDRAWN_AFTER_MS = 80;
/** Wipes the line that the cursor is on. */
export const CLEAR_LINE = "\r\u001b[2K";

/** A progress bar over `total` steps; nothing is drawn within the first moment, or if stderr is not a terminal. */
export function progress(terminal: Terminal, title: string, total: number): Progress {
  const { err } = terminal;
  const started = terminal.now();
  let drawn = -Infinity;
  return {
    step(done, what = "") {
      const now = terminal.now();
      if (!err.isTerminal || now - started < SHOWN_AFTER_MS || now - drawn < REDRAWN_AFTER_MS) return;
      drawn = now;
      err.write(CLEAR_LINE + barLine(terminal, title, what, done / total, now - started));
    },
    end() {
      if (drawn !== -Infinity) err.write(CLEAR_LINE);
    },
  };
}

/** Names what is being done. */
export interface Stages {
  begin(what: string): void;
  /** Wipes the name away. */
  end(): void;
  /** Asks a person; no where nobody is there. */
  confirm(question: string): Promise<boolean>;
}

/**
 * Names what is being done on one line of stderr, where the next name replaces it; silent if stderr is not a terminal.
 * @param mayAsk Whether a question may take the keys; afterwards no other key is read.
 */
export function stages(terminal: Terminal, mayAsk = true): Stages {
  const { err, keys } = terminal;
  let shown = false;
  return {
    begin(what) {
      if (!err.isTerminal) return;
      shown = true;
      err.write(`${CLEAR_LINE}${painter(err.colour)(INK.faint, `${what} …`)}`);
    },
    end() {
      if (shown) err.write(CLEAR_LINE);
      shown = false;
    },
    async confirm(question) {
      this.end();
      return mayAsk && keys.isTerminal && (await confirm({ out: err, keys }, question));
    },
  };
}

function barLine({ err }: Terminal, title: string, what: string, share: number, elapsed: number): string {
  const paint = painter(err.colour);
  const left = share > 0 ? `${duration((elapsed / share) * (1 - share))} left` : "";
  const text = `${title} ${what}`.trim();
  const room = Math.min(40, err.columns - text.length - left.length - 10);
  if (room < 8) return `${text} ${Math.round(100 * share)} %`.slice(0, err.columns - 1);
  const filled = Math.round(room * Math.min(1, share));
  const bar = paint(INK.accent, "━".repeat(filled)) + paint(INK.faint, "─".repeat(room - filled));
  return `${text} ${bar} ${String(Math.round(100 * share)).padStart(3)} % ${paint(INK.faint, left)}`;
}

/**
 * A span of time in words, as exact as a waiting person cares for.
 * @example duration(61000) // "1 min 1 s"
 */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600
    ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
    : `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
