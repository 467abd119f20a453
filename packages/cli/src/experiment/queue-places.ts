// Which queue and which store a command means: its options, else the environment, where passwords are better kept.

import { XpalError } from "@xpal/core";
import { queuePackage } from "../optional-package.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** The options that name them; a bare --queue stands for the environment. */
export interface PlaceFlags {
  readonly queue?: string | true;
  readonly store?: string;
}

/** Where the work is and where results are kept. */
export interface QueuePlaces {
  readonly queue: string;
  readonly store: string;
}

/**
 * The queue of a command.
 * @throws XpalError if neither option nor environment names one.
 */
export function queueNamed({ queue }: PlaceFlags, terminal: Terminal): string {
  const named = typeof queue === "string" ? queue : terminal.queueAddress;
  if (named !== undefined) return named;
  throw new XpalError("bad-argument", {
    who: "xpal",
    argument: "--queue",
    rule: "must be an address: postgres://user:password@host:port/database or redis://host:port",
    wayOut: "name it there or in XPAL_QUEUE",
  });
}

/**
 * The queue and the store of a command.
 * @throws XpalError if one is missing, or the store is a file.
 */
export async function placesNamed(flags: PlaceFlags, terminal: Terminal): Promise<QueuePlaces> {
  const { storeBeside } = await queuePackage();
  const queue = queueNamed(flags, terminal);
  return { queue, store: storeBeside(queue, flags.store ?? terminal.storeAddress) };
}
