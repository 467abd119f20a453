// The streams, clock and environment that a command uses. Tests pass their own.
import type { ImageProtocol } from "./inline-image.ts";
import type { Keys } from "./keys.ts";

/** Where text goes: to a person at a terminal, or into a pipe or file. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Whether to write colour codes; never in a pipe unless FORCE_COLOR is set. */
  readonly colour: boolean;
  /** The width in characters; 80 when unknown. */
  readonly columns: number;
}

/** The surroundings of a command. */
export interface Terminal {
  /** For results. */
  readonly out: Output;
  /** For progress and complaints. */
  readonly err: Output;
  /** What a person types. */
  readonly keys: Keys;
  /** The time of day, for the record. */
  date(): Date;
  /** What the terminal can draw beyond text; null for nothing. */
  readonly imageProtocol: ImageProtocol | null;
  /** How many threads may work at a time. */
  readonly threads: number;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Does long work with a signal that the first Ctrl-C raises; the second one ends the process at once. */
  untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** The folder of datasets that XPAL_DATASETS names. */
  readonly datasetsFolder: string | undefined;
  /** The address of the queue that XPAL_QUEUE names. */
  readonly queueAddress: string | undefined;
  /** The address of the studio's database that XPAL_DATABASE names. */
  readonly databaseAddress: string | undefined;
  /** What XPAL_SECRET holds: it encrypts the secrets in the studio's database. */
  readonly studioSecret: string | undefined;
  /** The address of the store that XPAL_STORE names. */
  readonly storeAddress: string | undefined;
  /** Whether XPAL_DEBUG asks for stack traces. */
  readonly debug: boolean;
}
