// What is wrong with a log: events that are missing, by their numbers, and events that are not what was written. Pure, for
// every store.

/** The number of an event, and what is wrong with the event itself. */
export interface NumberedRow {
  readonly sequence: number;
  readonly fault: string | null;
}

/**
 * Compares rows with each other and with the last number of their project; all must be of one moment.
 * @param rows All that the log has behind `after`, by their numbers.
 * @returns Each fault as a part of a sentence.
 * @example faultsOfLog([{ sequence: 2, fault: null }], 0, 3) // ["event 1 of the log is missing", "event 3 of the log is missing"]
 */
export function faultsOfLog(rows: readonly NumberedRow[], after: number, last: number): string[] {
  const faults: string[] = [];
  let end = after;
  for (const { sequence, fault } of rows) {
    if (sequence > end + 1) faults.push(missing(end + 1, sequence - 1));
    if (fault !== null) faults.push(fault);
    end = sequence;
  }
  if (end < last) faults.push(missing(end + 1, last));
  if (end > last && rows.length > 0) faults.push(goesOn(end, last));
  return faults;
}

/** The fault of an event whose text is not what was written. */
export function changedEvent(sequence: number): string {
  return `event ${sequence} of the log was changed after it was written`;
}

/** The fault of a log that has more events than its project knows of. */
export function goesOn(end: number, last: number): string {
  return `the log goes on to event ${end}, behind its last number ${last}`;
}

function missing(from: number, to: number): string {
  return from === to ? `event ${from} of the log is missing` : `events ${from} to ${to} of the log are missing`;
}
