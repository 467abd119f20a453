// What a bridge says of a round.

/** How far it is after a round. */
export interface BridgeReport {
  /** The version under which the order was pushed. */
  readonly version: string;
  readonly items: number;
  readonly labelled: number;
  readonly skipped: number;
  readonly open: number;
  /** How many items the other program was told about. */
  readonly pushed: number;
  /** How many items are left out, since they have no vector. */
  readonly leftOut: number;
  /** The id of the item to label next; null when nothing is open. */
  readonly next: string | null;
  /** How many items its answer is expected to set right. */
  readonly worth: number | null;
  readonly notices: readonly string[];
}

/** What a bridge tells while it runs. */
export interface BridgeEvents {
  /** After each round that pushed something. */
  readonly onReport: (report: BridgeReport) => void;
  /** Something failed that is tried again. */
  readonly onFailure: (message: string) => void;
}

/** A running bridge. */
export interface Bridge {
  /** Asks for a round; resolves when nothing is left to do, or the round failed. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
