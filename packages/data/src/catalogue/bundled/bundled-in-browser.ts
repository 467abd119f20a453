// Bundled datasets in a browser: the bundler has put the files where their URLs say.
import { reject } from "@xpal/core/check";
import { readCsv } from "../../formats/csv/read-csv.ts";
import type { Table } from "../../table/table.ts";
import { bundledSet } from "./bundled-set.ts";

/**
 * A dataset that ships with the package: digits, iris, wine, breast-cancer, messages (texts) or shapes (images). Its label column is `class`.
 * @throws XpalError if the name is unknown, or the file cannot be fetched.
 */
export async function bundled(name: string): Promise<Table> {
  const { url } = bundledSet("bundled", name);
  const answer = await fetch(url).catch(() => undefined);
  if (answer?.ok !== true) reject("bundled", `the file of ${name}`, "must be reachable", url.href);
  return { ...readCsv(new Uint8Array(await answer.arrayBuffer()), {}, name), target: "class" };
}
