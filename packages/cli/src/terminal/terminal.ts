// What a command may touch of the world around it. Tests pass their own.

/** Where text goes: to a person at a terminal, or into a pipe or file. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Whether colour codes are welcome; never in a pipe unless FORCE_COLOR asks for them. */
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
  /** Milliseconds of a clock that never runs back. */
  now(): number;
  /** Whether XPAL_DEBUG asks for stack traces. */
  readonly debug: boolean;
}
