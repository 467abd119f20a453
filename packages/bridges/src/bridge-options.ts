// What every bridge is started with.
import type { ModelKind } from "@xpal/studio/internal";
import type { BridgeEvents } from "./bridge-report.ts";

/** How a bridge is started, whichever program it is for. */
export interface BridgeOptions extends BridgeEvents {
  /** The address of the other program. */
  readonly url: string;
  /** The values to compare items by; what people see by default. */
  readonly fields?: readonly string[];
  /** A file with a vector per item. */
  readonly embeddings?: string;
  /** How many items are given a place in the order; 100 by default. */
  readonly count?: number;
  /** Whether predicted classes are left out; they are pushed by default. */
  readonly blind?: boolean;
  readonly model?: ModelKind;
  readonly seed?: number;
  /** Whether there is one round only. */
  readonly once?: boolean;
  /** Whether the other program may be on another machine, and call from there. */
  readonly yes?: boolean;
  /** Milliseconds before a failed request is sent again; 500 by default. */
  readonly firstPauseMs?: number;
}
