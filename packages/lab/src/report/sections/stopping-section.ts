// When to stop, and how many labels it will take: where a study has recorded what stop rules look at.
import { html } from "@xpal/data/chart";
import type { ReportParts } from "../report-parts.ts";
import { tableOf } from "./comparison-sections.ts";
import type { Section } from "./section.ts";

/** Stop rules and forecasts; null where the runs have no record for them. */
export function stoppingSection(parts: ReportParts): Section | null {
  if (!parts.tables.has("stopping")) return null;
  const body = html`${tableOf(parts, "stopping")}${tableOf(parts, "forecast")}`;
  return { id: "stopping", short: "Stopping", title: "When to stop", body };
}
