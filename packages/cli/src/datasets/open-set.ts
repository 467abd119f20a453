// A data set by its name.
import type { Table } from "@xpal/data";
import { XpalError } from "xpal";
import type { Terminal } from "../terminal/terminal.ts";
import { CATALOGUE } from "./catalogue.ts";

/** What is known about a data set. */
export interface SetDescription {
  readonly name: string;
  readonly title: string;
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  readonly source: string;
  readonly licence?: string;
  readonly attribution?: string;
}

/** All data sets that can be had by name. */
export function listSets(): SetDescription[] {
  return CATALOGUE.map(({ open: _, ...about }) => about);
}

/**
 * The table of a data set, the name of its label column, and what is known about it.
 * @throws XpalError if there is none of that name.
 */
export async function openSet(
  name: string,
  seed: number,
  _terminal: Terminal,
): Promise<{ table: Table; target: string; about: SetDescription }> {
  const entry = CATALOGUE.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    throw new XpalError("bad-argument", {
      who: "openSet",
      argument: "the name",
      rule: `must be one of ${CATALOGUE.map((candidate) => candidate.name).join(", ")}`,
      value: name,
    });
  }
  const { open, ...about } = entry;
  const table = await open(seed);
  return { table, target: table.target ?? "class", about };
}
