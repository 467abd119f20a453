// Parquet's hybrid of repeated and packed values: a header says how many of which kind follow. No run may claim more
// values than its page has left, whatever its header says.

/** Bytes with a position in them. */
export interface Runs {
  readonly view: DataView;
  offset: number;
}

interface RunsPlan {
  /** Bits per value. */
  readonly width: number;
  /** Values that the runs together hold. */
  readonly count: number;
  /** Bytes that they take; by default four bytes in front of them say so. */
  readonly length?: number;
}

/** A packed run is a multiple of eight values; writers that reserve a whole run pad it to 63 such groups. */
const GROUP = 8;
const MAX_PADDING = 63 * GROUP;

/**
 * Walks over the runs and leaves the position behind them.
 * @throws RangeError if a run claims more than there is.
 */
export function checkRuns(runs: Runs, { width, count, length }: RunsPlan): void {
  const bytes = length ?? runs.view.getUint32(runs.offset, true);
  if (length === undefined) runs.offset += 4;
  const start = runs.offset;
  for (let seen = 0; seen < count; ) {
    const header = varInt(runs);
    const left = count - seen;
    const packed = header % 2 === 1;
    const claimed = packed ? ((header - 1) / 2) * GROUP : header / 2;
    if (claimed > (packed ? left + MAX_PADDING : left)) throw new RangeError("a run must not exceed its page");
    // A packed group takes `width` bytes; the last ones may be cut off where nobody needs them.
    runs.offset += packed ? Math.ceil(Math.min(claimed, left) / GROUP) * width : Math.ceil(width / 8);
    seen += claimed;
  }
  runs.offset = start + bytes;
}

/** Seven bits per byte, as long as the eighth is set; at most five bytes. */
function varInt(runs: Runs): number {
  let value = 0;
  for (let place = 0; place < 5; place++) {
    const byte = runs.view.getUint8(runs.offset++);
    value += (byte & 127) * 2 ** (7 * place);
    if (byte < 128) return value;
  }
  throw new RangeError("a run must have a header of at most five bytes");
}
