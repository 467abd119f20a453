// The survey of a source, made once: later commands on the same file take it from the cache.

import { resolve } from "node:path";
import { checkParts } from "@xpal/core/check";
import type { RowSource } from "../formats/stream/row-source.ts";
import { keepSurvey, readSurvey, surveyPath } from "./kept-survey.ts";
import { type Survey, type SurveyOptions, surveySource } from "./survey.ts";

/**
 * The survey of a source: the one that was kept, or a new one, which is kept.
 * @throws XpalError if the source cannot be read, or has no column of that name.
 * @example
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,\n3,\n");
 * const source = await openRowSource(`${folder}/mine.csv`);
 * (await surveyOnce(source, { label: "class", sample: 10, seed: 1 }, folder)).labels.get("a") // 1
 */
export async function surveyOnce(source: RowSource, options: SurveyOptions, folder?: string): Promise<Survey> {
  checkParts("surveyOnce", "source", source, "rows to read, as openRowSource gives them", ["path", "columns"]);
  checkParts("surveyOnce", "options", options, "an object", []);
  const { onRows: _, ...deciding } = options;
  const kept = surveyPath([resolve(source.path), source.fingerprint, source.reading, source.columns, deciding], folder);
  const known = await readSurvey(kept);
  if (known !== undefined) return known;
  const survey = await surveySource(source, options);
  await keepSurvey(kept, survey);
  return survey;
}
