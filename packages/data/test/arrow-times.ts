// An Arrow file with times of micro- or nanoseconds; the writer at hand takes milliseconds only.
import { Column, columnFromArray, int64, TimeUnit, tableFromColumns, tableToIPC, timestamp } from "@uwdata/flechette";
import { parseDate } from "../src/table/parse-date.ts";

/** A column of times by their texts, or of other values. */
export type ArrowCells =
  | readonly (string | number | null)[]
  | { readonly texts: readonly (string | null)[]; readonly unit: "micro" | "nano"; readonly zone: string | null };

/** The bytes of such a file. */
export function arrowWithTimes(columns: Readonly<Record<string, ArrowCells>>): Uint8Array {
  const made = Object.entries(columns).map(([name, cells]) => [
    name,
    "texts" in cells ? timesColumn(cells) : columnFromArray([...cells]),
  ]);
  return tableToIPC(tableFromColumns(Object.fromEntries(made)), { format: "file" }) as Uint8Array;
}

function timesColumn({ texts, unit, zone }: Extract<ArrowCells, { unit: string }>): Column<unknown> {
  const perMillisecond = unit === "micro" ? 1000n : 1_000_000n;
  const type = timestamp(unit === "micro" ? TimeUnit.MICROSECOND : TimeUnit.NANOSECOND, zone);
  const ticks = texts.map((text) => (text === null ? null : ticksOf(text, perMillisecond)));
  const whole = columnFromArray(ticks, int64());
  return new Column<unknown>(
    whole.data.map((batch) => Object.assign(batch, { type })),
    type,
  );
}

function ticksOf(text: string, perMillisecond: bigint): bigint {
  const [, seconds, digits = ""] = /^([^.]*)(?:\.(\d*))?$/.exec(text) ?? [];
  return BigInt(parseDate(seconds)) * perMillisecond + (BigInt(digits.padEnd(9, "0")) * perMillisecond) / 1_000_000n;
}
