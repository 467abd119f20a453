import type { Results } from "../../analysis/results/results.ts";
import { cell, type Table } from "./table.ts";

/** The strategies with their options. */
export function strategiesTable({ strategies }: Results): Table {
  const options = strategies.map((strategy) => {
    const entries = Object.entries(strategy.options).flatMap(([name, value]) => optionTexts(name, value));
    return entries.length === 0 ? "defaults" : entries.join(", ");
  });
  return {
    name: "strategies",
    title: "Strategies",
    caption: "The key names the strategy in the data files.",
    columns: [{ title: "Strategy" }, { title: "Key" }, { title: "Options" }],
    groups: [{ rows: strategies.map(({ title, key }, s) => [cell(title), cell(key), cell(options[s])]) }],
    data: {
      header: ["strategy", "title", "options"],
      rows: strategies.map(({ key, title, options: given }) => [key, title, JSON.stringify(given)]),
    },
  };
}

/** A strategy's own kernel is told as the plan file writes it: its name, then its options. */
function optionTexts(name: string, value: unknown): string[] {
  if (name !== "kernel" || typeof value !== "object") return [`${name} ${JSON.stringify(value)}`];
  const { name: kernel, ...options } = value as { name: string };
  return [
    `kernel ${kernel}`,
    ...Object.entries(options).map(([option, given]) => `${option} ${JSON.stringify(given)}`),
  ];
}
