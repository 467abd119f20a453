import type { Table } from "./table.ts";

/** Rows as CSV after RFC 4180, numbers with all their digits. */
export function dataCsv({ header, rows }: Table["data"]): string {
  return [header, ...rows].map((row) => `${row.map(field).join(",")}\n`).join("");
}

function field(value: string | number | null): string {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
