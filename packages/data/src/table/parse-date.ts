// Dates that can be read in one way only: ISO 8601. Whether 01/02/2024 is in January or February nobody can tell, so
// such cells stay text.

/** A date with or without a time; the day may be one that its month does not have. */
const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Milliseconds since 1970 in UTC, or NaN if the text is not an ISO 8601 date. Without a zone the time is taken as UTC.
 * @example parseDate("1970-01-02") // 86400000
 */
export function parseDate(text: string): number {
  const match = ISO_DATE.exec(text);
  if (match === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return Number.NaN;
  date.setUTCHours(hour, minute, second, Math.floor(Number(`0.${match[7] ?? 0}`) * 1000));
  return date.getTime() - zoneOffset(match[8]);
}

function zoneOffset(zone: string | undefined): number {
  if (zone === undefined || zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone[0] === "-" ? -minutes : minutes) * 60_000;
}
