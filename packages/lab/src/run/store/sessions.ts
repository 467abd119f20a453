// Each time somebody works on a plan, a session is kept: where, from when to when, with which version. It is written while
// the work goes on, so that the time of a runner that was stopped or killed counts too.
import type { Blobs, JsonValue } from "@xpal/store";
import { z } from "zod";
import type { Environment, SessionRecord } from "../../records/experiment.ts";
import { parseStored } from "./parse-stored.ts";

/** A session as kept; one that was killed has no `runs`. */
interface Session extends Omit<SessionRecord, "seconds"> {
  readonly startedAt: string;
  /** When it was last heard of. */
  readonly seenAt: string;
  /** Empty until it has ended with all runs done. */
  readonly finishedAt: string;
}

const schema: z.ZodType<Session> = z.object({
  version: z.string(),
  node: z.string(),
  machine: z.string(),
  threads: z.int().optional(),
  runs: z.int().optional(),
  startedAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  finishedAt: z.union([z.literal(""), z.iso.datetime()]),
});

/** What a session is begun with. */
export interface SessionOptions {
  readonly plan: string;
  /** A name that no other runner on the store has. */
  readonly owner: string;
  readonly about: Pick<Environment, "version" | "node" | "machine" | "threads">;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

/** How often a session that goes on is written. */
const EVERY_MS = 2000;

const prefixOf = (plan: string) => `session/${plan}/`;

/** A session that is going on. */
export class OpenSession {
  readonly #blobs: Pick<Blobs, "put">;
  readonly #options: SessionOptions;
  readonly #started: number;
  #written: number;
  #runs = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(blobs: Pick<Blobs, "put">, options: SessionOptions) {
    this.#blobs = blobs;
    this.#options = options;
    this.#started = options.now();
    this.#written = this.#started;
  }

  /**
   * Says that the work goes on; written now and then. A store that is away is the runs' trouble, not ours.
   * @param runs How many runs were finished so far.
   */
  seen(runs: number): void {
    this.#runs = runs;
    const now = this.#options.now();
    if (now - this.#written < EVERY_MS) return;
    this.#written = now;
    this.#writing = this.#writing.then(() => this.#write({ finishedAt: "" })).catch(() => {});
  }

  /** Keeps the end of the session. */
  async end({ finished }: { readonly finished: boolean }): Promise<void> {
    await this.#writing;
    await this.#write({ finishedAt: finished ? timeOf(this.#options.now()) : "", runs: this.#runs });
  }

  async #write(end: Pick<Session, "finishedAt" | "runs">): Promise<void> {
    const { plan, owner, about, now } = this.#options;
    const session: Session = { ...about, startedAt: timeOf(this.#started), seenAt: timeOf(now()), ...end };
    await this.#blobs.put(`${prefixOf(plan)}${owner}/${this.#started}`, session as unknown as JsonValue);
  }
}

/**
 * Where and how a plan ran: its sessions, and the time during which anybody worked on it. Time that two runners spent side by
 * side counts once. A session that found all runs done, to draw the report again, is left out. Undefined where no session
 * was kept.
 */
export async function environmentOf(blobs: Pick<Blobs, "list">, plan: string): Promise<Environment | undefined> {
  const kept: { readonly session: Session; readonly span: Span }[] = [];
  for await (const { value } of blobs.list(prefixOf(plan))) {
    const session = parseStored("a session", schema, value);
    kept.push({ session, span: spanOf(session) });
  }
  const [last] = byEnd(kept);
  if (last === undefined) return undefined;
  const working = kept.filter(({ session }) => session.runs !== 0);
  const described = working.length === 0 ? [last] : working;
  const about = aboutOf(byEnd(described)[0].session);
  const sessions = [...described].sort((a, b) => a.span.from - b.span.from).map(recordOf);
  const seconds = coveredSeconds(kept.map(({ span }) => span));
  return { ...about, seconds, finishedAt: last.session.finishedAt, sessions };
}

/** The last to end first; of those that ended together, the first that was kept. */
function byEnd<Kept extends { readonly span: Span }>(kept: readonly Kept[]): Kept[] {
  return [...kept].sort((a, b) => b.span.to - a.span.to);
}

function recordOf({ session, span }: { readonly session: Session; readonly span: Span }): SessionRecord {
  const { runs } = session;
  const seconds = (span.to - span.from) / 1000;
  return { ...aboutOf(session), seconds, ...(runs === undefined ? {} : { runs }) };
}

function aboutOf({ version, node, machine, threads }: Session): SessionOptions["about"] {
  return { version, node, machine, ...(threads === undefined ? {} : { threads }) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ startedAt, seenAt, finishedAt }: Session): Span {
  return { from: Date.parse(startedAt), to: Date.parse(finishedAt || seenAt) };
}

/** The length of all spans together, overlaps counted once. */
function coveredSeconds(spans: readonly Span[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return covered / 1000;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
