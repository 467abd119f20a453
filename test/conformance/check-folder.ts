// Every JSON file of a folder, held to this library.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { reject } from "@xpal/core/check";
import type { Content } from "./checker.ts";
import { checkerFor, claimsToBeReference } from "./recognise.ts";
import { Tally } from "./tally.ts";

/** What came of one file: its count, or why it was left out. */
export type FileResult = { readonly name: string } & ({ readonly tally: Tally } | { readonly skipped: string });

/**
 * Checks the reference files of a folder, in the order of their names, each handed out as soon as it is done.
 * @throws XpalError if there is no such folder.
 */
export async function* checkFolder(folder: string): AsyncGenerator<FileResult> {
  for (const name of fileNames(folder)) yield await checkFile(folder, name);
}

function fileNames(folder: string): string[] {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) reject("conformance", "the folder", "must exist", folder);
  if (!stats.isDirectory()) reject("conformance", "the folder", "must be a folder of JSON files", folder);
  return readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith(".json"))
    .sort();
}

async function checkFile(folder: string, name: string): Promise<FileResult> {
  const tally = new Tally();
  let content: Content;
  try {
    content = contentOf(readFileSync(join(folder, name), "utf8"));
  } catch (error) {
    if (!claimsToBeReference(name)) return { name, skipped: "not a JSON object" };
    tally.fail(`not a JSON object: ${error instanceof Error ? error.message : error}`);
    return { name, tally };
  }
  const check = checkerFor(content);
  if (check === undefined) {
    if (!claimsToBeReference(name, content)) return { name, skipped: "not a reference file" };
    tally.fail(`the format ${JSON.stringify(content.format)} is not known`);
    return { name, tally };
  }
  await tally.attempt(name, () => check(content, tally));
  if (tally.checked === 0) tally.fail("holds nothing to check");
  return { name, tally };
}

function contentOf(text: string): Content {
  const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
  if (content === null || typeof content !== "object" || Array.isArray(content)) throw new Error("no object");
  return content as Content;
}
